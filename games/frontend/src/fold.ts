// A table's state after an event: what is seen, never what is allowed.

import { type MatchEvent, SEATS, type Seat, sideOf, type State } from "./contract";

/** Brings `state` up to the event, in place. */
export function apply(state: State, event: MatchEvent): void {
  const deal = state.deal;
  switch (event.type) {
    case "seat_taken":
    case "seat_substituted":
    case "seat_reclaimed":
      sit(state, event);
      return;
    case "seat_left":
      state.seats[event.data.seat] = null;
      return;
    case "seat_forfeited": {
      const seat = state.seats[event.data.seat];
      if (seat) seat.forfeited = true;
      return;
    }
    case "deal_started":
      begin(state, event.data);
      return;
    case "deal_scored":
      state.deals.push(event.data);
      state.score = event.data.score;
      return;
    case "match_finished":
      state.result = { winner: event.data.winner, reason: event.data.reason };
      state.score = event.data.score;
      return;
  }
  if (deal === null) return;
  switch (event.type) {
    case "bid_made":
      deal.calls.push({ seat: event.data.seat, call: event.data.amount, no_trump: event.data.no_trump });
      return;
    case "passed":
      deal.calls.push({ seat: event.data.seat, call: "pass", no_trump: false });
      return;
    case "auction_won": {
      const { seat, amount, no_trump, forced } = event.data;
      deal.contract = { declarer: seat, amount, no_trump, forced, trump: null };
      return;
    }
    case "trump_named":
      if (deal.contract) deal.contract.trump = event.data.trump;
      return;
    case "card_played": {
      const { seat, card } = event.data;
      deal.hands[seat] = deal.hands[seat]?.filter((held) => held !== card) ?? null;
      deal.counts[seat] -= 1;
      deal.trick.leader ??= seat;
      deal.trick.plays.push({ seat, card });
      return;
    }
    case "trick_won": {
      const { leader, plays } = deal.trick;
      if (leader) deal.last_trick = { leader, plays, winner: event.data.seat };
      deal.tricks[sideOf(event.data.seat)] += 1;
      deal.trick = { leader: event.data.seat, plays: [] };
      return;
    }
  }
}

type Sitting = Extract<MatchEvent, { type: "seat_taken" | "seat_substituted" | "seat_reclaimed" }>;

function sit(state: State, event: Sitting): void {
  const { seat, player } = event.data;
  const before = state.seats[seat];
  state.seats[seat] = {
    player,
    connected: player.kind === "bot" || (event.type === "seat_reclaimed" && before !== null),
    forfeited: event.type === "seat_substituted",
    program: before?.player.id === player.id && before.program,
  };
}

function begin(state: State, data: Extract<MatchEvent, { type: "deal_started" }>["data"]): void {
  state.score = data.score;
  state.deal = {
    number: data.deal,
    dealer: data.dealer,
    calls: [],
    contract: null,
    hands: { ...data.hands },
    counts: Object.fromEntries(SEATS.map((seat) => [seat, 13])) as Record<Seat, number>,
    trick: { leader: null, plays: [] },
    last_trick: null,
    tricks: { NS: 0, EW: 0 },
  };
}
