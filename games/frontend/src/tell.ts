// Each event as a sentence, for the list beside the table and for screen readers.

import type { MatchEvent, Seat, State } from "./contract";
import { _, bidName, cardName, playerName, reasonText, seatName, trumpName } from "./words";

/** Who sits there, as the reader knows them. */
export function who(state: State, seat: Seat, mine: Seat | null): string {
  if (seat === mine) return _("You");
  const taken = state.seats[seat];
  if (!taken) return seatName(seat);
  return taken.player.kind === "bot"
    ? _("%(name)s, %(seat)s", { name: playerName(taken.player), seat: seatName(seat) })
    : taken.player.name;
}

/** The event in words; empty where nobody need hear of it. */
export function sentence(event: MatchEvent, state: State, mine: Seat | null): string {
  const name = (seat: Seat): string => who(state, seat, mine);
  switch (event.type) {
    case "seat_taken":
      return _("%(who)s: seat %(seat)s.", {
        who: playerName(event.data.player),
        seat: seatName(event.data.seat),
      });
    case "seat_left":
      return _("%(seat)s is free again.", { seat: seatName(event.data.seat) });
    case "match_started":
      return _("The match begins.");
    case "deal_started":
      return _("Deal %(deal)s. Dealer: %(who)s.", { deal: event.data.deal, who: name(event.data.dealer) });
    case "bid_made":
      return _("%(who)s: bid %(bid)s.", {
        who: name(event.data.seat),
        bid: bidName(event.data.amount, event.data.no_trump),
      });
    case "passed":
      return _("%(who)s: pass.", { who: name(event.data.seat) });
    case "auction_won":
      return _("%(who)s: contract, %(bid)s.", {
        who: name(event.data.seat),
        bid: bidName(event.data.amount, event.data.no_trump),
      });
    case "deal_passed_out":
      return _("All passed. The cards are dealt again.");
    case "trump_named":
      return _("%(who)s: trump is %(trump)s.", {
        who: name(event.data.seat),
        trump: trumpName(event.data.trump),
      });
    case "card_played":
      return _("%(who)s: %(card)s.", { who: name(event.data.seat), card: cardName(event.data.card) });
    case "trick_won":
      return _("%(who)s: trick %(trick)s won.", { who: name(event.data.seat), trick: event.data.trick });
    case "deal_scored":
      return event.data.made
        ? _("Deal %(deal)s: the bid of %(amount)s was made.", { deal: event.data.deal, amount: event.data.amount })
        : _("Deal %(deal)s: the bid of %(amount)s was set.", { deal: event.data.deal, amount: event.data.amount });
    case "turn_expired":
      return _("%(who)s: out of time.", { who: name(event.data.seat) });
    case "seat_forfeited":
      return _("%(who)s: seat given up.", { who: name(event.data.seat) });
    case "seat_substituted":
      return _("A bot plays on at %(seat)s.", { seat: seatName(event.data.seat) });
    case "seat_reclaimed":
      return _("%(who)s: back at the table.", { who: playerName(event.data.player) });
    case "clock_extended":
      return _("%(who)s: more time, after a fault of the server.", { who: name(event.data.seat) });
    case "match_finished":
      return _("The match is over. %(reason)s", { reason: reasonText(event.data.reason) });
    default:
      return "";
  }
}
