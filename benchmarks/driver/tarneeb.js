'use strict';
// This project's server: matches through REST, play through its WebSocket (protocol.md).
const WebSocket = require('ws');
const { post } = require('./http');

const NAMES = ['N', 'E', 'S', 'W'];
const TABLES_A_PERSON = 10; // the server's limit of running casual tables
// As the peer plays, and so far from the end that a match gets as old as the driver likes.
const RULES = { direction: 'clockwise', all_pass: 'force_last', defenders_when_made: 'zero', slam: 'none',
  ending: 'sole', dealing: 'one_by_one', target: 1000 };
const CLOCK = { turn_seconds: 600, bank_seconds: 3600 };
const PASSWORD = 'sahlab-w-tamr';

class Service {
  // All seats of a match are at one of the web processes, as the proxy has it.
  constructor(urls) { this.urls = [urls].flat(); this.api = `${this.urls[0]}/api/v1`; this.people = []; this.opened = 0; }

  async person() { // a new account's token
    const username = 'b' + Math.random().toString(36).slice(2, 14);
    await post(`${this.api}/accounts/`, { username, password: PASSWORD, email: `${username}@example.org` });
    const { token } = await post(`${this.api}/tokens/`, { username, password: PASSWORD, name: 'bench', scopes: ['read', 'play'] });
    return token;
  }

  four() { // the people of the next table
    const group = Math.floor(this.opened++ / TABLES_A_PERSON);
    this.people[group] = this.people[group] || Promise.all(NAMES.map(() => this.person()));
    return this.people[group];
  }

  async open(on) {
    const tokens = await this.four();
    const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
    const { id } = await post(`${this.api}/matches/`,
      { ruleset: RULES, clock: CLOCK, visibility: 'unlisted', seats: { N: 'me' } }, headers[0]);
    for (const i of [1, 2, 3]) await post(`${this.api}/matches/${id}/join/`, { seat: NAMES[i] }, headers[i]);
    const url = this.urls[this.opened % this.urls.length];
    const address = `${url.replace('http', 'ws')}/ws/v1/matches/${id}/`;
    return Promise.all(NAMES.map((name, index) => Seat.at(address, headers[index], index, on)));
  }
}

class Seat {
  // A seat once it has its snapshot; `on.moved(seat)` after each newer state, `on.error(what)`.
  static at(address, headers, index, on) {
    return new Promise((resolve, reject) => {
      const seat = new Seat(index);
      seat.sent = 0;
      seat.socket = new WebSocket(address, { headers });
      seat.socket.on('error', reject);
      seat.socket.on('close', () => { if (!seat.closed) on.error('closed'); });
      seat.socket.on('message', (text) => {
        const frame = JSON.parse(text);
        if (frame.type === 'error') on.error(frame.code);
        if (frame.type !== 'events' && frame.type !== 'snapshot') return;
        seat.version = frame.seq; seat.now = frame.now;
        if (frame.type === 'snapshot') resolve(seat); else on.moved(seat);
      });
    });
  }

  constructor(index) { this.index = index; this.closed = false; }

  get turn() { return NAMES.indexOf(this.now.turn); }

  get finished() { return this.now.phase === 'finished'; }

  // A legal move. Bidding: pass 75 %, else the lowest bid, as the peer's pickMove does.
  choose() {
    const { legal, phase } = this.now;
    if (phase === 'auction') return legal.length === 1 || legal[0].action !== 'pass' || Math.random() < 0.75 ? legal[0] : legal[1];
    return legal[Math.floor(Math.random() * legal.length)];
  }

  send(action) { this.socket.send(JSON.stringify({ type: 'action', id: `${this.index}-${this.sent++}`, ...action })); }

  // Two partners give up and the match is over: nothing of it is left to do for the server.
  leave() { if (this.index % 2 === 0) this.send({ action: 'resign' }); }

  close() { this.closed = true; this.socket.close(); }
}

module.exports = { Service };
