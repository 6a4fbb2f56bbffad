// The table as it lies: seats, their calls, and the trick. It is geography, so no language mirrors it.

import { Backs, Card, TrumpMark } from "./cards";
import { Clock } from "./clock";
import { type Card as CardCode, type Play, SEATS, type Seat, type State } from "./contract";
import type { Store } from "./store";
import { _, bidName, playerName, seatName } from "./words";

// Clockwise from the viewer's own.
const PLACES = ["bottom", "left", "top", "right"] as const;
type Place = (typeof PLACES)[number];

/** Where each seat lies for who looks from `own`. */
export function placeOf(seat: Seat, own: Seat): Place {
  return PLACES[(SEATS.indexOf(seat) - SEATS.indexOf(own) + 4) % 4]!;
}

export function Felt({ store, children }: { store: Store; children?: preact.ComponentChildren }) {
  const state = store.state!;
  const own = store.seat ?? "S";
  return (
    <section class="felt" dir="ltr" aria-label={_("Table")}>
      {SEATS.map((seat) => (
        <Plate key={seat} store={store} seat={seat} place={placeOf(seat, own)} />
      ))}
      <div class="centre">
        <TrickOnTable state={state} store={store} own={own} />
        {children}
      </div>
    </section>
  );
}

function TrickOnTable({ state, store, own }: { state: State; store: Store; own: Seat }) {
  const deal = state.deal;
  if (!deal) return null;
  const kept = store.trickStays && deal.trick.plays.length === 0 && store.pending === null ? deal.last_trick : null;
  const plays: Play[] = kept ? kept.plays : [...deal.trick.plays];
  if (store.pending && !kept) plays.push({ seat: own, card: store.pending as CardCode });
  return (
    <div class="trick">
      {plays.map(({ seat, card }) => (
        <div key={card} class={`at-${placeOf(seat, own)}`}>
          <Card card={card} wins={kept?.winner === seat} from={`from-${placeOf(seat, own)}`} />
        </div>
      ))}
    </div>
  );
}

function Plate({ store, seat, place }: { store: Store; seat: Seat; place: Place }) {
  const state = store.state!;
  const now = store.now!;
  const deal = state.deal;
  const taken = state.seats[seat];
  const isTurn = now.turn === seat;
  const isOwn = store.seat === seat;
  return (
    <div class={`plate at-${place} ${isTurn ? "turn" : ""}`} data-seat={seat}>
      <div class="who">
        <bdi class="name">{taken ? playerName(taken.player) : seatName(seat)}</bdi>
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
      <Said state={state} seat={seat} />
      {deal && !isOwn && !state.result && <Backs count={deal.counts[seat]} />}
    </div>
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
function Said({ state, seat }: { state: State; seat: Seat }) {
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
