// The public contract's shapes (protocol.md), as far as the pages use them.

export const SEATS = ["N", "E", "S", "W"] as const;
export type Seat = (typeof SEATS)[number];
export type Side = "NS" | "EW";
export type Suit = "S" | "H" | "D" | "C";
export type Trump = Suit | "NT";
/** Suit, then rank: `SA`, `HT`, `D2`. */
export type Card = string;
type BySeat<T> = Record<Seat, T>;
type BySide<T> = Record<Side, T>;

export interface Player {
  kind: "human" | "bot";
  id: string;
  name: string;
}

export interface SeatState {
  player: Player;
  connected: boolean;
  forfeited: boolean;
}

export interface Call {
  seat: Seat;
  call: "pass" | number;
  no_trump: boolean;
}

export interface Contract {
  declarer: Seat;
  amount: number;
  no_trump: boolean;
  forced: boolean;
  trump: Trump | null;
}

export interface Play {
  seat: Seat;
  card: Card;
}

export interface Trick {
  leader: Seat | null;
  plays: Play[];
}

export type WonTrick = Trick & { winner: Seat };

export interface ScoredDeal {
  deal: number;
  declarer: Seat;
  amount: number;
  trump: Trump;
  made: boolean;
  tricks: BySide<number>;
  points: BySide<number>;
  score: BySide<number>;
}

export interface Deal {
  number: number;
  dealer: Seat;
  calls: Call[];
  contract: Contract | null;
  hands: BySeat<Card[] | null>;
  counts: BySeat<number>;
  trick: Trick;
  last_trick: WonTrick | null;
  tricks: BySide<number>;
}

export type Reason = "target" | "bid13" | "forfeit" | "aborted" | "voided" | "limit";

export interface State {
  ruleset: RuleSet;
  rated: boolean;
  clock: { turn_seconds: number; bank_seconds: number } | null;
  visibility: "public" | "unlisted" | "private";
  seats: BySeat<SeatState | null>;
  score: BySide<number>;
  deal: Deal | null;
  deals: ScoredDeal[];
  result: { winner: Side | null; reason: Reason } | null;
}

export type Action =
  | { action: "pass" }
  | { action: "bid"; amount: number; no_trump: boolean }
  | { action: "name_trump"; trump: Suit }
  | { action: "play"; card: Card };

export interface Now {
  phase: "seating" | "auction" | "naming" | "play" | "finished";
  turn: Seat | null;
  deadline: string | null;
  bank: BySeat<number>;
  legal: Action[];
}

export interface RuleSet {
  id: string | null;
  direction: string;
  dealing: string;
  target: number;
}

interface EventData {
  match_created: {
    ruleset: RuleSet;
    rated: boolean;
    clock: { turn_seconds: number; bank_seconds: number } | null;
    visibility: "public" | "unlisted" | "private";
    seed_hash: string;
  };
  seat_taken: { seat: Seat; player: Player };
  seat_left: { seat: Seat };
  match_started: object;
  deal_started: {
    deal: number;
    dealer: Seat;
    opener: Seat;
    hands: BySeat<Card[] | null>;
    score: BySide<number>;
  };
  bid_made: { seat: Seat; amount: number; no_trump: boolean; auto?: true };
  passed: { seat: Seat; auto?: true };
  auction_won: { seat: Seat; amount: number; no_trump: boolean; forced: boolean };
  deal_passed_out: { deal: number };
  trump_named: { seat: Seat; trump: Trump; auto?: true };
  card_played: { seat: Seat; card: Card; auto?: true };
  trick_won: { seat: Seat; trick: number };
  deal_scored: ScoredDeal;
  turn_expired: { seat: Seat };
  seat_forfeited: { seat: Seat; reason: "timeout" | "resigned" | "left" };
  seat_substituted: { seat: Seat; player: Player };
  seat_reclaimed: { seat: Seat; player: Player };
  clock_extended: { seat: Seat; deadline: string };
  match_finished: { winner: Side | null; score: BySide<number>; reason: Reason };
}

/** Types that are not named here may come at any time, and are passed over. */
export type MatchEvent = {
  [Type in keyof EventData]: { seq: number; type: Type; at: string; data: EventData[Type] };
}[keyof EventData];

export interface Message {
  id: string;
  at: string;
  seat: Seat;
  player: Player;
  channel: "table" | "partner";
  kind: "emote" | "phrase" | "text";
  value: string;
}

export type Frame =
  | ({ type: "message" } & Message)
  | { type: "snapshot"; seq: number; host: string | null; state: State; now: Now; server_time: string }
  | { type: "events"; seq: number; events: MatchEvent[]; now: Now; server_time: string }
  | { type: "ack"; id: string; seq: number }
  | { type: "error"; id?: string; code: string; detail: string }
  | { type: "pong"; head: number }
  | { type: "presence"; seat: Seat; connected: boolean }
  | { type: "tables"; tables: ListedTable[] }
  | { type: "seek"; seek: Seek }
  | { type: "paired"; match: string }
  | { type: "invited"; match: string; by: string };

export interface ListedTable {
  id: string;
  status: "open" | "live" | "finished";
  ruleset: { id: string | null; target: number };
  seats: Partial<BySeat<{ player: Player; forfeited: boolean } | null>>;
  watchers: number;
}

export interface Seek {
  id: string;
  status: "waiting" | "matched" | "expired" | "cancelled";
  match: string | null;
  rated: boolean;
  rulesets: string[];
}

export interface ListedMatch {
  id: string;
  status: "open" | "live" | "finished";
  ruleset: { id: string | null; target: number };
  rated: boolean;
  seats: BySeat<{ player: Player; forfeited: boolean } | null>;
  score: BySide<number>;
  result: { winner: Side | null; reason: Reason } | null;
}

export function sideOf(seat: Seat): Side {
  return seat === "N" || seat === "S" ? "NS" : "EW";
}

