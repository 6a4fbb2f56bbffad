'use strict';
// A table: four seats, one move in flight. The next goes out when all four hold the last (and after a pause).
const { now } = require('./measure');

const PATIENCE = 20000; // ms for one move

class Table {
  // `on.done(ms)` after each move that all four hold, `on.error(what)`; `think` in ms, 0 for none.
  static async at(service, think, on) {
    const table = new Table(think, on);
    table.seats = await service.open({ moved: (seat) => table.moved(seat), error: (what) => { if (!table.stopped) on.error(what); } });
    return table;
  }

  constructor(think, on) { Object.assign(this, { think, on, pending: null, stopped: false }); }

  start() { if (this.think) this.pause(); else this.move(); }

  pause() { this.timer = setTimeout(() => this.move(), this.think * (0.5 + Math.random())); }

  move() {
    const seat = this.seats[this.seats[0].turn];
    const choice = seat.choose();
    this.pending = { began: now(), target: seat.version + 1, missing: new Set([0, 1, 2, 3]) };
    this.timer = setTimeout(() => this.on.error('timeout'), PATIENCE);
    seat.send(choice);
  }

  moved(seat) {
    const { pending } = this;
    if (!pending || seat.version < pending.target) return;
    pending.missing.delete(seat.index);
    if (pending.missing.size) return;
    this.pending = null;
    clearTimeout(this.timer);
    this.on.done(now() - pending.began);
    if (seat.finished) this.on.error('finished');
    else if (!this.stopped) this.start();
  }

  stop() { this.stopped = true; clearTimeout(this.timer); this.seats.forEach((seat) => seat.leave()); }

  close() { this.seats.forEach((seat) => seat.close()); }
}

module.exports = { Table };
