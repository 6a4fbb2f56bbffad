// The public contract's shapes as the pages call them. `make types` makes them of the published schema.

import type { Deal, Event, LobbyFrame, MatchFrame, Seat, Side } from "./contract.gen";

export type {
  Action,
  AnalysedDeal,
  Analysis,
  BestContract,
  Call,
  Card,
  ClientFrame,
  Contract,
  Deal,
  EventsPage,
  Fairness,
  ListedMatch,
  ListedTable,
  Match,
  Message,
  Now,
  Play,
  Player,
  Problem,
  ProblemVerdict,
  RatingPoint,
  Reason,
  RuleSet,
  ScoredDeal,
  Seat,
  SeatState,
  Seek,
  Side,
  State,
  Suit,
  Trick,
  Trump,
} from "./contract.gen";

/** Types that are not named here may come at any time, and are passed over. */
export type MatchEvent = Event;
export type Frame = MatchFrame | LobbyFrame;
export type WonTrick = NonNullable<Deal["last_trick"]>;

export const SEATS = ["N", "E", "S", "W"] as const satisfies readonly Seat[];

export function sideOf(seat: Seat): Side {
  return seat === "N" || seat === "S" ? "NS" : "EW";
}
