// The table as it lies: seats, their calls, and the trick. It is geography, so no language mirrors it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Backs, Card, TrumpMark } from "./cards";
import { Clock } from "./clock";
import { type Play, SEATS, type Seat, type State } from "./contract";
import { fly, gather } from "./motion";
import { personAt } from "./person";
import type { Store } from "./store";
import { wording } from "./talk";
import { _, bidName, playerName, seatName } from "./words";

// Clockwise from the viewer's own.
const PLACES = ["bottom", "left", "top", "right"] as const;
type Place = (typeof PLACES)[number];

/** Where each seat lies for who looks from `own`. */
export function placeOf(seat: Seat, own: Seat): Place {
  return PLACES[(SEATS.indexOf(seat) - SEATS.indexOf(own) + 4) % 4]!;
}

interface FeltProps {
  store: Store;
  /** Somebody's name was pressed. */
  meet: (seat: Seat) => void;
  children?: ComponentChildren;
}

export function Felt({ store, meet, children }: FeltProps) {
  const state = store.state!;
  const own = store.seat ?? "S";
  return (
    <section class="felt" dir="ltr" aria-label={_("Table")}>
      {SEATS.map((seat) => (
        <Plate key={seat} store={store} seat={seat} place={placeOf(seat, own)} meet={meet} />
      ))}
      <div class="centre">
        <TrickOnTable state={state} store={store} own={own} />
        {children}
      </div>
    </section>
  );
}

function TrickOnTable({ state, store, own }: { state: State; store: Store; own: Seat }) {
  if (!state.deal) return null;
  const plays = [...state.deal.trick.plays];
  if (store.pending) plays.push({ seat: own, card: store.pending });
  const won = store.wonTrick;
  return (
    <>
      {won && <Trick key={won.plays[0]!.card} {...won} store={store} own={own} />}
      <Trick key="now" plays={plays} store={store} own={own} />
    </>
  );
}

interface TrickProps {
  plays: Play[];
  winner?: Seat;
  isDrawnIn?: boolean;
  store: Store;
  own: Seat;
}

function Trick({ plays, winner, isDrawnIn, store, own }: TrickProps) {
  return (
    <div class={`trick ${winner ? "won" : ""}`}>
      {plays.map(({ seat, card }) => (
        <Played
          key={card}
          seat={seat}
          card={card}
          place={placeOf(seat, own)}
          wins={winner === seat}
          isNew={() => store.arriving.delete(card)}
          goesTo={winner && isDrawnIn ? winner : null}
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
}

function Played({ seat, card, place, wins, isNew, goesTo }: PlayedProps) {
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
    </div>
  );
}

function plateOf(seat: Seat): Element | null {
  return document.querySelector(`.plate[data-seat=${seat}]`);
}

interface PlateProps {
  store: Store;
  seat: Seat;
  place: Place;
  meet: (seat: Seat) => void;
}

function Plate({ store, seat, place, meet }: PlateProps) {
  const state = store.state!;
  const now = store.now!;
  const deal = state.deal;
  const taken = state.seats[seat];
  const isTurn = now.turn === seat;
  const isOwn = store.seat === seat;
  return (
    <div class={`plate at-${place} ${isTurn ? "turn" : ""}`} data-seat={seat}>
      <div class="who">
        <Name store={store} seat={seat} meet={meet} />
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
            skew={store.skew}
          />
        )}
      </div>
      {taken && !taken.connected && !state.result && <small class="gone">{_("not connected")}</small>}
      {taken?.forfeited && <small class="gone">{_("a bot plays")}</small>}
      {!taken && <OpenSeat store={store} seat={seat} />}
      <Called state={state} seat={seat} />
      <Bubble store={store} seat={seat} />
      {deal && !isOwn && !state.result && <Backs count={deal.counts[seat]} />}
    </div>
  );
}

function Name({ store, seat, meet }: Omit<PlateProps, "place">) {
  const taken = store.state!.seats[seat];
  const name = taken ? playerName(taken.player) : seatName(seat);
  if (!personAt(store, seat)) return <bdi class="name">{name}</bdi>;
  return (
    <button type="button" class="name" data-person={seat} onClick={() => meet(seat)}>
      <bdi>{name}</bdi>
    </button>
  );
}

function Bubble({ store, seat }: { store: Store; seat: Seat }) {
  const message = store.talk.bubbleOf(seat);
  if (!message) return null;
  return (
    <p class={`bubble ${message.kind}`} dir="auto" data-bubble={message.kind}>
      {wording(message)}
    </p>
  );
}

function OpenSeat({ store, seat }: { store: Store; seat: Seat }) {
  if (store.now!.phase !== "seating") return null;
  return store.sitting ? (
    <small class="gone">{_("open")}</small>
  ) : (
    <button type="button" class="sit" data-sit={seat} onClick={() => void store.join(seat)}>
      {_("Sit here")}
    </button>
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
