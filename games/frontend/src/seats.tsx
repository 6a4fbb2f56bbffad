// What a seat has while its match is played: a way to sit down, a person to speak of, what they say.

import type { Seat } from "./contract";
import { personAt } from "./person";
import type { Store } from "./store";
import { wording } from "./talk";
import { _ } from "./words";

interface Props {
  store: Store;
  seat: Seat;
}

/** Another person's name opens what can be done about them. */
export function Name({ store, seat, meet }: Props & { meet: () => void }) {
  return (
    <button type="button" class="name" data-person={seat} onClick={meet}>
      <bdi>{personAt(store, seat)?.name}</bdi>
    </button>
  );
}

export function Seated({ store, seat }: Props) {
  const state = store.state!;
  const taken = state.seats[seat];
  return (
    <>
      {taken && !taken.connected && !state.result && <small class="gone">{_("not connected")}</small>}
      {!taken && <OpenSeat store={store} seat={seat} />}
      <Bubble store={store} seat={seat} />
    </>
  );
}

function OpenSeat({ store, seat }: Props) {
  if (store.now!.phase !== "seating") return null;
  return store.sitting ? (
    <small class="gone">{_("open")}</small>
  ) : (
    <button type="button" class="sit" data-sit={seat} onClick={() => void store.join(seat)}>
      {_("Sit here")}
    </button>
  );
}

function Bubble({ store, seat }: Props) {
  const message = store.talk.bubbleOf(seat);
  if (!message) return null;
  return (
    <p class={`bubble ${message.kind}`} dir="auto" data-bubble={message.kind}>
      {wording(message)}
    </p>
  );
}
