// Below the felt: what is to be told, what one may do, and one's hand.

import { useEffect, useState } from "preact/hooks";
import { Choices } from "./choices";
import type { Now, State } from "./contract";
import { Hand } from "./hand";
import { preference } from "./prefs";
import type { Store } from "./store";
import { who } from "./tell";
import { _, bidName, trumpName } from "./words";

/** So long a last card is seen before it plays itself. */
const LAST_CARD_MS = 500;

function Seating({ store }: { store: Store }) {
  const [copied, setCopied] = useState(false);
  const state = store.state!;
  if (store.now!.phase !== "seating") return null;
  const copy = (): void => void navigator.clipboard?.writeText(location.href).then(() => setCopied(true));
  return (
    <div class="seating">
      <h2>{_("Waiting for players")}</h2>
      <p>
        {state.visibility === "public"
          ? _("Anyone may sit down. Friends come by this page's address.")
          : _("Only those who have this page's address find the table.")}
      </p>
      <div class="row">
        <button type="button" onClick={copy}>
          {copied ? _("Copied") : _("Copy the link")}
        </button>
        {store.sitting && (
          <>
            <Fill store={store} />
            <button
              type="button"
              class="quiet"
              onClick={() => void store.leaveTable()}
            >
              {_("Leave")}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** Bots for the open seats, of a level. */
function Fill({ store }: { store: Store }) {
  const { levels, level } = document.getElementById("table")!.dataset;
  const [bot, choose] = useState(level!);
  return (
    <>
      <label class="level">
        {_("Bots")}
        <select name="level" value={bot} onChange={(event) => choose(event.currentTarget.value)}>
          {(JSON.parse(levels!) as [id: string, name: string][]).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="primary" data-fill onClick={() => void store.post("fill", { bot })}>
        {_("Fill with bots")}
      </button>
    </>
  );
}

export function Dock({ store }: { store: Store }) {
  const state = store.state!;
  const own = store.seat;
  const cards = own && state.deal && !state.result ? state.deal.hands[own] : null;
  const isTurn = store.legal.some((action) => action.action === "play");
  useLastCard(store, cards?.length === 1);
  useKeysAgain(store.legal.length > 0);
  return (
    <section class="dock" aria-label={_("Your hand")}>
      {store.notice && (
        <p class="notice" role="alert">
          {store.notice}
        </p>
      )}
      {store.isReplaced && (
        <p class="banner">
          {_("A bot plays for you.")}{" "}
          <button type="button" data-reclaim onClick={() => void store.post("reclaim")}>
            {_("Take your seat back")}
          </button>
        </p>
      )}
      <Seating store={store} />
      <p class="prompt">{prompt(store)}</p>
      <Choices legal={store.legal} act={(action) => store.act(action)} />
      {cards && (
        <Hand
          cards={cards}
          legal={store.legal}
          isTurn={isTurn}
          pending={store.pending}
          play={(action) => store.act(action)}
        />
      )}
    </section>
  );
}

let keysAreUsed = false;
addEventListener("keydown", () => (keysAreUsed = true), true);
addEventListener("pointerdown", () => (keysAreUsed = false), true);

/** What had the focus is gone with the turn: who plays by keyboard finds the next choice under it. */
function useKeysAgain(mayChoose: boolean): void {
  useEffect(() => {
    if (!mayChoose || !keysAreUsed || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(".choices button, .hand .legal")?.focus();
  }, [mayChoose]);
}

/** Who wishes so need not play the card that is left. */
function useLastCard(store: Store, isLast: boolean): void {
  const only = isLast && preference("lastCard") ? store.legal[0] : undefined;
  const card = only?.action === "play" ? only.card : "";
  useEffect(() => {
    if (!card) return undefined;
    const wait = setTimeout(() => store.act({ action: "play", card }), LAST_CARD_MS);
    return () => clearTimeout(wait);
  }, [card]);
}

function prompt(store: Store): string {
  const state = store.state!;
  const now = store.now!;
  if (now.phase === "seating" || state.result || now.turn === null) return "";
  if (now.turn !== store.sitting) {
    return _("Turn: %(who)s", { who: who(state, now.turn, null) });
  }
  if (store.condition !== "open") return _("Connection lost. Trying again …");
  return question(state, now);
}

/** What the seat on turn is asked. */
export function question(state: State, now: Now): string {
  switch (now.phase) {
    case "auction": {
      const bids = (state.deal?.calls ?? []).filter((call) => call.call !== "pass");
      const last = bids.at(-1);
      return last
        ? _("Your call. Highest bid: %(bid)s", { bid: bidName(last.call as number, last.no_trump) })
        : _("Your call");
    }
    case "naming":
      return _("Name the trump");
    default: {
      const led = state.deal?.trick.plays[0]?.card[0];
      return led
        ? _("Your card. Led: %(suit)s", { suit: trumpName(led as "S") })
        : _("Your card. You lead");
    }
  }
}

