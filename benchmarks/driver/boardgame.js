'use strict';
// The peer: what boardgame.io's SocketIO transport sends, without its Redux store.
const { io } = require('socket.io-client');
const { post } = require('./http');
const { pickMove } = require('../peer/game');

const TARGET = 1e9; // so that a match gets as old as the driver likes

class Service {
  constructor(url) { this.url = url; }

  async open(on) {
    const games = `${this.url}/games/tarneeb`;
    const { matchID } = await post(`${games}/create`, { numPlayers: 4, unlisted: true, setupData: { target: TARGET } });
    const players = [];
    for (const playerID of ['0', '1', '2', '3']) { // in order, as four people would one after another
      const { playerCredentials } = await post(`${games}/${matchID}/join`, { playerID, playerName: 'p' + playerID });
      players.push([playerID, playerCredentials]);
    }
    // Only then: a join that meets the connection of another player can lose one of the two (both rewrite the row).
    return Promise.all(players.map(([playerID, credentials]) => Seat.at(`${this.url}/tarneeb`, matchID, playerID, credentials, on)));
  }
}

class Seat {
  static at(address, matchID, playerID, credentials, on) {
    return new Promise((resolve, reject) => {
      const seat = new Seat(matchID, playerID, credentials);
      seat.socket = io(address, { transports: ['websocket'], forceNew: true });
      seat.socket.on('connect', () => seat.socket.emit('sync', matchID, playerID, credentials, 4));
      seat.socket.on('connect_error', reject);
      seat.socket.on('disconnect', () => { if (!seat.closed) on.error('closed'); });
      seat.socket.on('sync', (id, { state }) => { // first, and after a break, when it may bring a move
        const isFirst = !seat.state;
        seat.state = state;
        if (isFirst) resolve(seat); else on.moved(seat);
      });
      seat.socket.on('update', (id, state) => {
        if (state._stateID < seat.version) return; // the client ignores older states
        seat.state = state;
        on.moved(seat);
      });
    });
  }

  constructor(matchID, playerID, credentials) {
    Object.assign(this, { matchID, playerID, credentials, index: Number(playerID), closed: false });
  }

  get version() { return this.state._stateID; }

  get turn() { return Number(this.state.ctx.currentPlayer); }

  get finished() { return Boolean(this.state.ctx.gameover); }

  choose() { return pickMove(this.state, this.playerID, Math.random); }

  send([type, ...args]) {
    const payload = { type, args, playerID: this.playerID, credentials: this.credentials };
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.version, this.matchID, this.playerID);
  }

  leave() {}

  close() { this.closed = true; this.socket.close(); }
}

module.exports = { Service };
