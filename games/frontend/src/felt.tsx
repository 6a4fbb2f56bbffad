// The table as it lies: seats, their calls, and the trick. It is geography, so no language mirrors it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Backs, Card, TrumpMark } from "./cards";
import { Clock } from "./clock";
import { type Card as CardCode, type Now, type Play, SEATS, type Seat, type State, type WonTrick } from "./contract";
import { fly, gather } from "./motion";
import { _, bidName, playerName, seatName } from "./words";

// Clockwise from the viewer's own.
const PLACES = ["bottom", "left", "top", "right"] as const;
type Place = (typeof PLACES)[number];

/** Where each seat lies for who looks from `own`. */
export function placeOf(seat: Seat, own: Seat): Place {
  return PLACES[(SEATS.indexOf(seat) - SEATS.indexOf(own) + 4) % 4]!;
}

/** What the felt draws: a match that is played, or one that is looked back at. */
export interface Shown {
  readonly state: State | null;
  readonly now: Now | null;
  /** Whose place is at the bottom. */
  readonly seat: Seat | null;
  /** The own card that is not confirmed yet. */
  readonly pending: CardCode | null;
  /** The trick that was won just now. */
  readonly wonTrick: (WonTrick & { isDrawnIn: boolean }) | null;
  /** Cards that were played just now and are not drawn yet. */
  readonly arriving: Set<CardCode>;
  /** What to add to this clock for the server's, in ms. */
  readonly skew: number;
}

interface FeltProps {
  shown: Shown;
  /** A seat's name, where more can be done with it than read it. */
  name?: (seat: Seat) => ComponentChildren;
  /** What else is on a seat's plate. */
  more: (seat: Seat) => ComponentChildren;
  /** What is to be said of a card that lies on the table. */
  mark?: (card: CardCode) => ComponentChildren;
  children?: ComponentChildren;
}

export function Felt({ shown, name, more, mark, children }: FeltProps) {
  const own = shown.seat ?? "S";
  return (
    <section class="felt" dir="ltr" aria-label={_("Table")}>
      {SEATS.map((seat) => (
        <Plate key={seat} shown={shown} seat={seat} place={placeOf(seat, own)} name={name?.(seat)} more={more(seat)} />
      ))}
      <div class="centre">
        <TrickOnTable shown={shown} own={own} mark={mark} />
        {children}
      </div>
    </section>
  );
}

interface OnTable {
  shown: Shown;
  own: Seat;
  mark: FeltProps["mark"];
}

function TrickOnTable({ shown, own, mark }: OnTable) {
  if (!shown.state!.deal) return null;
  const plays = [...shown.state!.deal.trick.plays];
  if (shown.pending) plays.push({ seat: own, card: shown.pending });
  const won = shown.wonTrick;
  return (
    <>
      {won && <Trick key={won.plays[0]!.card} {...won} shown={shown} own={own} mark={mark} />}
      <Trick key="now" plays={plays} shown={shown} own={own} mark={mark} />
    </>
  );
}

interface TrickProps extends OnTable {
  plays: Play[];
  winner?: Seat;
  isDrawnIn?: boolean;
}

function Trick({ plays, winner, isDrawnIn, shown, own, mark }: TrickProps) {
  return (
    <div class={`trick ${winner ? "won" : ""}`}>
      {plays.map(({ seat, card }) => (
        <Played
          key={card}
          seat={seat}
          card={card}
          place={placeOf(seat, own)}
          wins={winner === seat}
          isNew={() => shown.arriving.delete(card)}
          goesTo={winner && isDrawnIn ? winner : null}
          mark={mark?.(card)}
        />
      ))}
    </div>
  );
}

interface PlayedProps extends Play {
  place: Place;
  wins: boolean;
  /** Whether the card was played just now; asked once. */
  isNew: () => boolean;
  goesTo: Seat | null;
  mark: ComponentChildren;
}

function Played({ seat, card, place, wins, isNew, goesTo, mark }: PlayedProps) {
  const drawn = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isNew()) fly(card, drawn.current!, plateOf(seat));
  }, []);
  useLayoutEffect(() => {
    if (goesTo) gather(drawn.current!, plateOf(goesTo));
  }, [goesTo]);
  return (
    <div ref={drawn} class={`at-${place}`}>
      <Card card={card} wins={wins} />
      {mark}
    </div>
  );
}

function plateOf(seat: Seat): Element | null {
  return document.querySelector(`.plate[data-seat=${seat}]`);
}

interface PlateProps {
  shown: Shown;
  seat: Seat;
  place: Place;
  name: ComponentChildren;
  more: ComponentChildren;
}

function Plate({ shown, seat, place, name, more }: PlateProps) {
  const state = shown.state!;
  const now = shown.now!;
  const deal = state.deal;
  const taken = state.seats[seat];
  const isTurn = now.turn === seat;
  const isHidden = deal && !state.result && shown.seat !== seat && !deal.hands[seat];
  return (
    <div class={`plate at-${place} ${isTurn ? "turn" : ""}`} data-seat={seat}>
      <div class="who">
        {name || <bdi class="name">{taken ? playerName(taken.player) : seatName(seat)}</bdi>}
        {deal?.dealer === seat && (
          <abbr class="dealer" title={_("Dealer")} aria-label={_("Dealer")}>
            {_("D")}
          </abbr>
        )}
        {isTurn && now.deadline && state.clock && (
          <Clock
            deadline={now.deadline}
            bankMs={now.bank[seat]}
            turnSeconds={state.clock.turn_seconds}
            skew={shown.skew}
          />
        )}
      </div>
      {taken?.program && <small class="gone">{_("a program")}</small>}
      {taken?.forfeited && <small class="gone">{_("a bot plays")}</small>}
      <Called state={state} seat={seat} />
      {more}
      {isHidden && <Backs count={deal.counts[seat]} />}
    </div>
  );
}

/** The seat's last call; once the auction is over, the declarer's contract. */
function Called({ state, seat }: { state: State; seat: Seat }) {
  const deal = state.deal;
  if (!deal || state.result) return null;
  const { contract } = deal;
  if (contract) {
    if (contract.declarer !== seat) return null;
    return (
      <span class="said contract">
        {bidName(contract.amount, contract.no_trump)}
        {contract.trump && contract.trump !== "NT" && <TrumpMark trump={contract.trump} />}
      </span>
    );
  }
  const last = deal.calls.filter((call) => call.seat === seat).at(-1);
  if (!last) return null;
  return (
    <span class={`said ${last.call === "pass" ? "pass" : ""}`}>
      {last.call === "pass" ? _("Pass") : bidName(last.call, last.no_trump)}
    </span>
  );
}
