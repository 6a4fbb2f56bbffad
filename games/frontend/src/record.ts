// A finished match, event by event: the state after any of them, and where it is worth to stop.

import { call } from "./api";
import type { Contract, EventsPage, MatchEvent, Seat, State, WonTrick } from "./contract";
import { apply } from "./fold";

type Created = Extract<MatchEvent, { type: "match_created" }>;
export type CardPlayed = Extract<MatchEvent, { type: "card_played" }>;
type DealStarted = Extract<MatchEvent, { type: "deal_started" }>;

const ACTIONS = new Set(["bid_made", "passed", "trump_named", "card_played"]);
/** What begins something that a viewer wants to see by itself. */
const BEGINS = new Set([...ACTIONS, "deal_started", "deal_scored", "deal_passed_out", "match_finished"]);

/** The whole log; throws Refusal where it may not be read. */
export async function readEvents(match: string): Promise<MatchEvent[]> {
  const events: MatchEvent[] = [];
  for (;;) {
    const page = await call<EventsPage>("GET", `matches/${match}/events/?after=${events.length}`);
    events.push(...page.events);
    if (!page.events.length || events.length >= page.head) return events;
  }
}

/** One deal in the record: from the event that dealt it to the one that scored it. */
export interface DealSpan {
  deal: number;
  first: number;
  last: number;
  /** Seq of each trick's end. */
  tricks: number[];
}

export class MatchRecord {
  /** Seqs at which a viewer stops, in order. */
  readonly stops: number[];
  readonly deals: DealSpan[] = [];
  /** After the last event. */
  readonly end: State;
  /** The state before each deal, with the seq of the event that begins it. */
  private readonly starts: { seq: number; state: State }[] = [];

  constructor(readonly events: readonly MatchEvent[]) {
    const state = emptyState(events[0] as Created);
    this.starts.push({ seq: 1, state: structuredClone(state) });
    for (const event of events) {
      if (event.type === "deal_started") this.begin(event, state);
      const deal = this.deals.at(-1);
      if (event.type === "trick_won") deal?.tricks.push(event.seq);
      if (deal) deal.last = event.seq;
      apply(state, event);
    }
    this.end = state;
    this.stops = events.filter((event, place) => isStop(event, events[place + 1])).map(({ seq }) => seq);
  }

  get head(): number {
    return this.events.length;
  }

  eventAt(seq: number): MatchEvent {
    return this.events[seq - 1]!;
  }

  /** The state after an event; a copy of one's own. */
  stateAt(seq: number): State {
    const start = this.starts.findLast((known) => known.seq <= Math.max(1, seq))!;
    const state = structuredClone(start.state);
    for (let next = start.seq; next <= seq; next += 1) apply(state, this.eventAt(next));
    return state;
  }

  /** The stop at a seq, or the last one before it. */
  stopFor(seq: number): number {
    return this.stops.findLast((stop) => stop <= seq) ?? this.stops[0]!;
  }

  /** The first stop that shows an event. */
  stopBehind(seq: number): number {
    return this.stops.find((stop) => stop >= seq) ?? this.head;
  }

  /** The call or card that a stop shows last, if it is one of that step. */
  actionAt(stop: number): MatchEvent | undefined {
    const before = this.stopBefore(stop);
    return this.events.slice(before, stop).findLast(({ type }) => ACTIONS.has(type));
  }

  stopBefore(seq: number): number {
    return this.stops.findLast((stop) => stop < seq) ?? 0;
  }

  /** The events in which somebody acted, of one deal. */
  actionsOf(deal: DealSpan): MatchEvent[] {
    return this.events.slice(deal.first - 1, deal.last).filter(({ type }) => ACTIONS.has(type));
  }

  /** Whose action comes next. */
  turnAfter(seq: number): Seat | null {
    const next = this.events[seq];
    return next && ACTIONS.has(next.type) ? (next.data as { seat: Seat }).seat : null;
  }

  dealAt(seq: number): DealSpan | undefined {
    return this.deals.findLast((deal) => deal.first <= seq);
  }

  /** The contract that a deal was played in. */
  contractOf(number: number): Contract | null {
    const deal = this.deals.find((span) => span.deal === number);
    return deal ? (this.stateAt(deal.last).deal?.contract ?? null) : null;
  }

  /** The tricks of a deal, each as it was won. */
  tricksOf(deal: DealSpan): WonTrick[] {
    return deal.tricks.map((seq) => this.stateAt(seq).deal!.last_trick!);
  }

  /** The four cards of a deal's trick, counted from 0. */
  cardsOf(deal: DealSpan, trick: number): CardPlayed[] {
    const from = deal.tricks[trick - 1] ?? deal.first;
    return this.events.slice(from, deal.tricks[trick]).filter((event) => event.type === "card_played");
  }

  private begin(event: DealStarted, state: State): void {
    this.starts.push({ seq: event.seq, state: structuredClone(state) });
    this.deals.push({ deal: event.data.deal, first: event.seq, last: event.seq, tricks: [] });
  }
}

function isStop(event: MatchEvent, next: MatchEvent | undefined): boolean {
  return next === undefined || (BEGINS.has(next.type) && event.type !== "match_created" && !isSeating(event));
}

function isSeating(event: MatchEvent): boolean {
  return event.type === "seat_taken" || event.type === "match_started" || event.type === "seat_left";
}

function emptyState({ data }: Created): State {
  return {
    ruleset: data.ruleset,
    rated: data.rated,
    clock: data.clock,
    visibility: data.visibility,
    seats: { N: null, E: null, S: null, W: null },
    score: { NS: 0, EW: 0 },
    deal: null,
    deals: [],
    result: null,
    invited: {},
  };
}
