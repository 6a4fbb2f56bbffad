// Another person at the table: mute, block, report; before the start the host may ask them to go.

import { useState } from "preact/hooks";
import { call } from "./api";
import { type Player, SEATS, type Seat } from "./contract";
import { Report } from "./report";
import type { Store } from "./store";
import { _ } from "./words";

/** Who may be spoken of: a person who is not oneself. */
export function personAt(store: Store, seat: Seat): Player | null {
  const player = store.state!.seats[seat]?.player;
  return player?.kind === "human" && player.id !== store.me ? player : null;
}

export function Person({ store, player, close }: { store: Store; player: Player; close: () => void }) {
  const [told, setTold] = useState("");
  const [reports, setReports] = useState(false);
  const { talk } = store;
  const isMuted = talk.isMuted(player.id);
  const seat = SEATS.find((place) => store.state!.seats[place]?.player.id === player.id);
  const mayKick = seat && store.now!.phase === "seating" && store.me && store.host === store.me;
  const block = (): void =>
    void call("PUT", `players/${encodeURIComponent(player.name)}/block/`).then(
      () => {
        talk.mute(player.id, true);
        setTold(_("Blocked: you will not be seated together by us, nor hear from each other."));
      },
      (error: unknown) => store.say(error),
    );
  const sent = (): void => {
    store.tell(_("Thank you. A moderator will look at it."));
    close();
  };
  if (reports) {
    return <Report player={player.name} match={store.match} sent={sent} failed={(error) => store.say(error)} />;
  }
  return (
    <div class="person">
      {told && <p role="status">{told}</p>}
      <div class="column">
        <button type="button" data-mute aria-pressed={isMuted} onClick={() => talk.mute(player.id, !isMuted)}>
          {isMuted ? _("Hear again") : _("Mute")}
        </button>
        {store.me && (
          <>
            <button type="button" data-block onClick={block}>
              {_("Block")}
            </button>
            <button type="button" data-report onClick={() => setReports(true)}>
              {_("Report …")}
            </button>
          </>
        )}
        {mayKick && (
          <button type="button" class="danger" data-kick onClick={() => void store.post("kick", { seat }).then(close)}>
            {_("Free the seat")}
          </button>
        )}
      </div>
    </div>
  );
}
