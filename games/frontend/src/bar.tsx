// What stands above the felt and on its corners: score, contract, line, tools.

import { TrumpMark } from "./cards";
import { sideName, sides } from "./panels";
import type { Seat, State } from "./contract";
import type { Store } from "./store";
import { who } from "./tell";
import { _, bidName, written } from "./words";

/** What lies over the table, if anything. */
export type Open = "" | "score" | "last" | "leave" | "talk" | "settings" | { seat: Seat };

export function Bar({ store, show }: { store: Store; show: (what: Open) => void }) {
  const state = store.state!;
  return (
    <header class="bar">
      <ToLobby />
      <Score state={state} own={store.seat} />
      <ContractNow state={state} own={store.seat} />
      <Line store={store} />
      {store.sitting && state.deal && !state.result && (
        <button type="button" class="leave" data-leave onClick={() => show("leave")}>
          {_("Leave")}
        </button>
      )}
    </header>
  );
}

export function ToLobby() {
  return (
    <a class="to-lobby" href="/" aria-label={_("To the lobby")}>
      <span aria-hidden="true">♠</span>
    </a>
  );
}

interface Seen {
  state: State;
  own: Seat | null;
}

/** The match's score, and the tricks of the deal. */
export function Score({ state, own }: Seen) {
  return (
    <dl class="score">
      {sides(own).map((side) => (
        <div key={side}>
          <dt>{sideName(side, own)}</dt>
          <dd>
            <bdi dir="ltr">{written(state.score[side])}</bdi>
            {state.deal && !state.result && (
              <small title={_("Tricks in this deal")} aria-label={_("Tricks in this deal")}>
                {written(state.deal.tricks[side])}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ContractNow({ state, own }: Seen) {
  const { deal } = state;
  const contract = deal && !state.result ? deal.contract : null;
  return (
    <p class="contract" title={_("Contract")}>
      {contract && (
        <>
          <b>{bidName(contract.amount, false)}</b>
          {contract.trump ? <TrumpMark trump={contract.trump} /> : null}
          <span class="by">{who(state, contract.declarer, own)}</span>
        </>
      )}
      {!contract && deal && !state.result && <span>{_("Auction")}</span>}
    </p>
  );
}

export function Tools({ store, show }: { store: Store; show: (what: Open) => void }) {
  const hasBegun = store.state!.deal !== null;
  const openTalk = (): void => {
    store.talk.unread = 0;
    show("talk");
  };
  return (
    <nav class="tools" aria-label={_("Table tools")}>
      <span>
        {hasBegun && (
          <>
            <button type="button" class="narrow-only" data-score onClick={() => show("score")}>
              {_("Score")}
            </button>
            <button type="button" data-last-trick onClick={() => show("last")}>
              {_("Last trick")}
            </button>
          </>
        )}
      </span>
      <span>
        <button type="button" data-settings onClick={() => show("settings")}>
          {_("Settings")}
        </button>
        <button type="button" data-talk onClick={openTalk}>
          {_("Talk")}
          {store.talk.unread > 0 && <b class="badge">{written(store.talk.unread)}</b>}
        </button>
      </span>
    </nav>
  );
}

function Line({ store }: { store: Store }) {
  const text = {
    open: _("Connected"),
    connecting: _("Connecting …"),
    away: _("Connection lost. Trying again …"),
    refused: _("Not connected"),
  }[store.condition];
  return (
    <span class={`line ${store.condition}`} role="status" data-condition={store.condition}>
      <span class={store.condition === "open" ? "hidden" : ""}>{text}</span>
    </span>
  );
}

