// Hints for a first deal, at tables whose address ends in #learn. They tell what the page knows; what may
// be done, the server says.

import { useState } from "preact/hooks";
import { type Action, type Card, type Deal, type Play, type ScoredDeal, type Seat, sideOf, type Suit, type Trump } from "./contract";
import type { Store } from "./store";
import { who } from "./tell";
import { _, trumpName } from "./words";

const SUITS = ["S", "H", "D", "C"] as const;
const RANKS = "23456789TJQKA";

interface Hint {
  /** Hints of one kind are put aside together. */
  kind: string;
  lines: string[];
}

export function Coach({ store }: { store: Store }) {
  const [aside, put] = useState<ReadonlySet<string>>(new Set());
  const hint = location.hash === "#learn" ? hintFor(store) : null;
  if (!hint || aside.has(hint.kind)) return null;
  return (
    <section class="coach" aria-label={_("Coach")} data-hint={hint.kind}>
      <p role="status">{hint.lines.join(" ")}</p>
      {hint.kind === "over" && (
        <a class="button" href="/#seek-title">
          {_("Find players")}
        </a>
      )}
      <button type="button" class="quiet" aria-label={_("Hide such hints")} onClick={() => put(new Set([...aside, hint.kind]))}>
        ✕
      </button>
    </section>
  );
}

function hintFor(store: Store): Hint | null {
  const { state, now, sitting } = store;
  const [first] = state?.deals ?? [];
  if (!state || !now || !sitting || state.rated) return null;
  if (first) return over(first);
  const { deal } = state;
  if (!deal) return null;
  if (store.isOurTurn) return onTurn(now.phase, now.legal, deal, sitting);
  return waiting(store, now.phase, deal, sitting);
}

function over(deal: ScoredDeal): Hint {
  const told = deal.made
    ? _("The bid was made: the side that bid scores all it took.")
    : _("The bid was set: the side that bid loses it.");
  return { kind: "over", lines: [told, _("You know the game now. Play on here, or find players.")] };
}

function onTurn(phase: string, legal: Action[], deal: Deal, own: Seat): Hint | null {
  const hand = deal.hands[own] ?? [];
  switch (phase) {
    case "auction":
      return calling(hand, legal);
    case "naming":
      return {
        kind: "naming",
        lines: [
          _("You have the highest bid. Name the suit that you hold most of: %(suit)s. Its small cards then beat the aces of other suits.", {
            suit: trumpName(longest(hand)),
          }),
        ],
      };
    case "play":
      return deal.trick.plays.length ? following(deal, legal, own) : leading(deal, own);
    default:
      return null;
  }
}

function calling(hand: Card[], legal: Action[]): Hint {
  const bids = legal.flatMap((action) => (action.action === "bid" ? [action.amount] : []));
  const suit = longest(hand);
  return {
    kind: "calling",
    lines: [
      _("Your longest suit: %(suit)s, %(cards)s cards. Aces and kings: %(high)s.", {
        suit: trumpName(suit),
        cards: hand.filter((card) => card.startsWith(suit)).length,
        high: hand.filter((card) => "AK".includes(card[1]!)).length,
      }),
      _("Each of these may take a trick, and so may small trumps. Bid if you count five, since your partner has some too; else pass."),
      bids.length ? _("Open now: %(low)s to %(high)s.", { low: bids[0]!, high: bids.at(-1)! }) : "",
      _("Made, your side scores all it takes; set, it loses the bid."),
    ],
  };
}

function leading(deal: Deal, own: Seat): Hint {
  if (!deal.last_trick) {
    return { kind: "leading", lines: [_("You lead: any card may be played. An ace is a safe start.")] };
  }
  return { kind: "leading", lines: [_("You took the trick, so you lead the next one: any card may be played."), soFar(deal, own)] };
}

function following(deal: Deal, legal: Action[], own: Seat): Hint {
  const { plays } = deal.trick;
  const led = plays[0]!.card[0] as Suit;
  const suit = { suit: trumpName(led) };
  const isVoid = legal.some((action) => action.action === "play" && action.card[0] !== led);
  const isOurs = sideOf(winning(plays, deal.contract?.trump ?? "NT")) === sideOf(own);
  if (isOurs) {
    return { kind: "partner", lines: [mayPlay(isVoid, suit), _("Your partner is winning this trick: keep your high cards.")] };
  }
  return isVoid
    ? { kind: "void", lines: [mayPlay(isVoid, suit), _("A trump wins, unless a higher one falls.")] }
    : { kind: "following", lines: [mayPlay(isVoid, suit), _("Play higher than what lies there if you can, else your lowest.")] };
}

function mayPlay(isVoid: boolean, suit: { suit: string }): string {
  return isVoid
    ? _("Led: %(suit)s. You hold none, so any card may be played.", suit)
    : _("Led: %(suit)s. You hold some, so only the raised cards may be played.", suit);
}

function waiting(store: Store, phase: string, deal: Deal, own: Seat): Hint | null {
  const name = (seat: Seat): string => who(store.state!, seat, own);
  if (phase === "auction") {
    return { kind: "auction", lines: [_("Each in turn bids higher, or passes for good. Who bids most names the trump.")] };
  }
  if (phase === "naming") {
    return { kind: "contract", lines: [_("Highest bid: %(who)s, who now names the trump.", { who: name(deal.contract!.declarer) })] };
  }
  if (store.wonTrick) {
    return { kind: "trick", lines: [_("Trick won by: %(who)s", { who: name(store.wonTrick.winner) }) + ".", soFar(deal, own)] };
  }
  return phase === "play"
    ? { kind: "play", lines: [_("The highest trump takes the trick; without one, the highest card of the suit led.")] }
    : null;
}

function soFar(deal: Deal, own: Seat): string {
  const ours = sideOf(own);
  const theirs = ours === "NS" ? "EW" : "NS";
  return _("Tricks: we %(ours)s, they %(theirs)s; the bid is %(bid)s.", {
    ours: deal.tricks[ours],
    theirs: deal.tricks[theirs],
    bid: deal.contract!.amount,
  });
}

function longest(hand: Card[]): Suit {
  const count = (suit: Suit): number => hand.filter((card) => card.startsWith(suit)).length;
  return SUITS.reduce((best, suit) => (count(suit) > count(best) ? suit : best));
}

/** Whose card lies highest so far: for the hint alone, who takes the trick the server says. */
function winning(plays: Play[], trump: Trump): Seat {
  const led = plays[0]!.card[0];
  const worth = ({ card }: Play): number => RANKS.indexOf(card[1]!) + (card[0] === trump ? 26 : card[0] === led ? 13 : 0);
  return plays.reduce((best, play) => (worth(play) > worth(best) ? play : best)).seat;
}
