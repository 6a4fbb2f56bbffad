// Where a viewer is in a match that they look back at, and how fast it goes on.

import { readable } from "./api";
import type { Action, Card, Now, Seat, State, WonTrick } from "./contract";
import type { Shown } from "./felt";
import { readLine, stepOf } from "./line";
import { GATHERING_MS } from "./motion";
import type { MatchRecord } from "./record";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
/** Between two stops at speed 1. */
const STEP_MS = 1_200;

/** Whose cards are shown: everybody's, or those that one seat could see. */
export type Eyes = "all" | Seat;

export class Playback implements Shown {
  /** Of the event that happened last. */
  at = 0;
  eyes: Eyes = "all";
  speed: Speed = 1;
  isPlaying = false;
  /** What else is done from here on; null while the match itself is shown. */
  line: readonly string[] | null = null;
  /** What is wrong with the line. */
  wrong = "";
  state: State | null = null;
  now: Now | null = null;
  wonTrick: (WonTrick & { isDrawnIn: boolean }) | null = null;
  readonly arriving = new Set<Card>();
  readonly pending = null;
  readonly skew = 0;
  private timer = 0;
  private gathering = 0;
  private asked = 0;

  /** `own` is where the reader sat, if they did. */
  constructor(
    readonly match: string,
    readonly record: MatchRecord,
    readonly own: Seat | null,
    at: number,
    private readonly changed: () => void,
  ) {
    this.show(record.stopFor(at));
  }

  /** Whose place is at the bottom. */
  get seat(): Seat | null {
    return this.eyes === "all" ? this.own : this.eyes;
  }

  /** Of this step, also of a line: the query that leads here. */
  get address(): string {
    return `?at=${this.at}${this.line ? `&line=${this.line.join(",")}` : ""}`;
  }

  get place(): number {
    return this.record.stops.indexOf(this.at);
  }

  /** To the stop so many further on, or back. */
  step(by: number): void {
    if (this.line) {
      if (by < 0) this.takeBack();
      return;
    }
    const { stops } = this.record;
    const to = stops[Math.min(stops.length - 1, Math.max(0, this.place + by))]!;
    if (to === this.at) this.pause();
    else if (by === 1) this.goOn(to);
    else this.goTo(to);
  }

  /** To a seq, or the last stop before it. */
  goTo(seq: number): void {
    this.arriving.clear();
    this.show(this.record.stopFor(seq));
    this.changed();
  }

  /** Off the match, on a line from the step that is shown. */
  leaveFor(steps: readonly string[]): void {
    this.pause();
    void this.follow(steps);
  }

  act(action: Action): void {
    void this.follow([...this.line!, stepOf(action)]);
  }

  takeBack(): void {
    if (this.line?.length) void this.follow(this.line.slice(0, -1));
    else this.goTo(this.at);
  }

  look(eyes: Eyes): void {
    this.eyes = eyes;
    this.goTo(this.at);
  }

  play(): void {
    if (this.place === this.record.stops.length - 1) this.goTo(1);
    this.isPlaying = true;
    this.tick();
    this.changed();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.changed();
  }

  hurry(speed: Speed): void {
    this.speed = speed;
    if (this.isPlaying) this.tick();
    this.changed();
  }

  private async follow(steps: readonly string[]): Promise<void> {
    const asked = (this.asked += 1);
    const { line, now } = this;
    this.line = steps;
    this.wrong = "";
    this.now = { ...now!, legal: [] };
    this.changed();
    try {
      const read = await readLine(this.match, this.at, steps);
      if (asked === this.asked) this.showLine(steps, read.state, read.now);
    } catch (error) {
      if (asked !== this.asked) return;
      this.line = line;
      this.now = now;
      this.wrong = readable(error);
    }
    this.changed();
  }

  private showLine(steps: readonly string[], state: State, now: Now): void {
    const last = steps.at(-1) ?? "";
    const won = state.deal?.last_trick;
    const isWon = won?.plays.at(-1)?.card === last && !state.deal!.trick.plays.length;
    this.arriving.clear();
    if (state.deal?.trick.plays.at(-1)?.card === last || isWon) this.arriving.add(last as Card);
    this.wonTrick = won && isWon ? { ...won, isDrawnIn: false } : null;
    this.state = state;
    this.now = { ...now, deadline: null };
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.step(1);
      if (this.isPlaying) this.tick();
    }, STEP_MS / this.speed);
  }

  /** To the next stop, so that one sees what moves. */
  private goOn(to: number): void {
    const won = this.wonTrick;
    for (let seq = this.at + 1; seq <= to; seq += 1) {
      const event = this.record.eventAt(seq);
      if (event.type === "card_played") this.arriving.add(event.data.card);
    }
    this.show(to);
    if (won && !this.wonTrick) this.drawIn(won);
    this.changed();
  }

  private drawIn(won: WonTrick): void {
    this.wonTrick = { ...won, isDrawnIn: true };
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => {
      this.wonTrick = null;
      this.changed();
    }, GATHERING_MS);
  }

  private show(seq: number): void {
    const { record } = this;
    clearTimeout(this.gathering);
    this.asked += 1; // an answer about a line comes too late
    this.line = null;
    this.wrong = "";
    this.at = seq;
    const state = record.stateAt(seq);
    const deal = state.deal;
    const last = record.eventAt(seq);
    this.wonTrick = last.type === "trick_won" && deal?.last_trick ? { ...deal.last_trick, isDrawnIn: false } : null;
    if (deal && this.eyes !== "all") {
      for (const seat of Object.keys(deal.hands) as Seat[]) if (seat !== this.eyes) deal.hands[seat] = null;
    }
    this.state = state;
    this.now = {
      phase: state.result ? "finished" : "play",
      turn: record.turnAfter(seq),
      deadline: null,
      bank: { N: 0, E: 0, S: 0, W: 0 },
      legal: [],
    };
  }
}
