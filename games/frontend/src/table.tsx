// The page of one match.

import { render } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import { TrumpMark } from "./cards";
import { Felt } from "./felt";
import { Choices } from "./dock";
import { Hand } from "./hand";
import { DealResult, Dialog, LastTrick, MatchResult, ScoreSheet, sideName, sides, Story } from "./panels";
import { Store } from "./store";
import { sentence, who } from "./tell";
import { _, bidName, trumpName } from "./words";

const ANNOUNCED = 8;
type Open = "" | "score" | "last" | "leave";

function App({ store, title }: { store: Store; title: string }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [open, setOpen] = useState<Open>("");
  useEffect(() => store.listen(() => draw(0)), [store]);
  useEffect(() => {
    const isMine = store.now?.turn != null && store.now.turn === store.sitting;
    document.title = isMine ? `● ${_("Your turn")} · ${title}` : title;
  });
  const close = (): void => setOpen("");
  const { state } = store;
  if (!state) return <Waiting store={store} />;
  return (
    <div class={`match phase-${store.now!.phase} ${store.seat ? "" : "watching"}`}>
      <Bar store={store} show={setOpen} />
      <Felt store={store}>
        <DealResult store={store} />
        <MatchResult store={store} />
      </Felt>
      <Tools store={store} show={setOpen} />
      <Dock store={store} />
      <aside class="side" aria-label={_("Score and events")}>
        <h2>{_("Score")}</h2>
        <ScoreSheet state={state} own={store.seat} />
        <h2>{_("What happened")}</h2>
        <Story store={store} />
      </aside>
      <Announcer store={store} />
      {open === "score" && (
        <Dialog title={_("Score")} close={close}>
          <ScoreSheet state={state} own={store.seat} />
        </Dialog>
      )}
      {open === "last" && (
        <Dialog title={_("Last trick")} close={close}>
          <LastTrick state={state} own={store.seat} />
        </Dialog>
      )}
      {open === "leave" && (
        <Dialog title={_("Leave the match?")} close={close}>
          <p>{_("You give up your seat for good, and a bot plays on.")}</p>
          <div class="row">
            <button
              type="button"
              class="danger"
              onClick={() => void store.post("leave").then((done) => done && location.assign("/"))}
            >
              {_("Give up the seat")}
            </button>
            <button type="button" onClick={close}>
              {_("Play on")}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Waiting({ store }: { store: Store }) {
  const texts: Record<number, string> = {
    4401: _("You are signed out. Sign in and come back."),
    4403: _("This table is private."),
    4404: _("There is no such table."),
  };
  return (
    <div class="waiting" role="status">
      <p>{store.condition === "refused" ? (texts[store.refusedWith] ?? "") : _("Coming to the table …")}</p>
      <a href="/">{_("To the lobby")}</a>
    </div>
  );
}

function Bar({ store, show }: { store: Store; show: (what: Open) => void }) {
  const state = store.state!;
  const { deal } = state;
  const own = store.seat;
  const contract = deal && !state.result ? deal.contract : null;
  return (
    <header class="bar">
      <a class="to-lobby" href="/" aria-label={_("To the lobby")}>
        <span aria-hidden="true">♠</span>
      </a>
      <dl class="score">
        {sides(own).map((side) => (
          <div key={side}>
            <dt>{sideName(side, own)}</dt>
            <dd>
              <bdi dir="ltr">{state.score[side]}</bdi>
              {deal && !state.result && (
                <small title={_("Tricks in this deal")} aria-label={_("Tricks in this deal")}>
                  {deal.tricks[side]}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
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
      <Line store={store} />
      {store.sitting && deal && !state.result && (
        <button type="button" class="leave" data-leave onClick={() => show("leave")}>
          {_("Leave")}
        </button>
      )}
    </header>
  );
}

function Tools({ store, show }: { store: Store; show: (what: Open) => void }) {
  if (!store.state!.deal) return null;
  return (
    <nav class="tools" aria-label={_("Table tools")}>
      <button type="button" data-last-trick onClick={() => show("last")}>
        {_("Last trick")}
      </button>
      <button type="button" class="narrow-only" data-score onClick={() => show("score")}>
        {_("Score")}
      </button>
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
            <button type="button" class="primary" data-fill onClick={() => void store.post("fill")}>
              {_("Fill with bots")}
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => void store.post("leave").then((done) => done && location.assign("/"))}
            >
              {_("Leave")}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

function Dock({ store }: { store: Store }) {
  const state = store.state!;
  const own = store.seat;
  const cards = own && state.deal && !state.result ? state.deal.hands[own] : null;
  const isTurn = store.legal.some((action) => action.action === "play");
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

function prompt(store: Store): string {
  const state = store.state!;
  const now = store.now!;
  if (now.phase === "seating" || state.result || now.turn === null) return "";
  if (now.turn !== store.sitting) {
    return _("Turn: %(who)s", { who: who(state, now.turn, null) });
  }
  if (store.condition !== "open") return _("Connection lost. Trying again …");
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

/** Hears for those who do not see: each event is added, and read out. */
function Announcer({ store }: { store: Store }) {
  return (
    <div class="hidden" role="log" aria-live="polite" aria-relevant="additions">
      {store.told.slice(-ANNOUNCED).map(({ seq, event }) => (
        <p key={seq}>{sentence(event, store.state!, store.seat)}</p>
      ))}
    </div>
  );
}

const root = document.getElementById("table")!;
render(<App store={new Store(root.dataset.match!, root.dataset.me!)} title={document.title} />, root);
