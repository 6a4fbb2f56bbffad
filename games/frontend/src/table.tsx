// The page of one match.

import { options, render } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import { Bar, type Open, Tools } from "./bar";
import { Coach } from "./coach";
import { SEATS } from "./contract";
import { Dock } from "./dock";
import { Felt } from "./felt";
import { DealResult, Dialog, LastTrick, MatchResult, Recap, ScoreSheet, Story } from "./panels";
import { Person, personAt } from "./person";
import { Name, Seated } from "./seats";
import { Settings } from "./settings";
import { Store } from "./store";
import { spoken } from "./talk";
import { Said, TalkBox } from "./talkbox";
import { sentence, who } from "./tell";
import { _ } from "./words";

const ANNOUNCED = 8;
// Of frames that have arrived together only what they come to is drawn.
options.debounceRendering = (draw) => void setTimeout(draw);

function App({ store, title }: { store: Store; title: string }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [open, show] = useState<Open>("");
  useEffect(() => store.listen(() => draw(0)), [store]);
  useEffect(() => {
    document.title = store.isOurTurn ? `● ${_("Your turn")} · ${title}` : title;
  });
  const close = (): void => show("");
  const { state } = store;
  if (!state) return <Waiting store={store} />;
  return (
    <div class={`match phase-${store.now!.phase} ${store.seat ? "" : "watching"}`}>
      <Bar store={store} show={show} />
      <Felt
        shown={store}
        name={(seat) => personAt(store, seat) && <Name store={store} seat={seat} meet={() => show({ seat })} />}
        more={(seat) => <Seated store={store} seat={seat} />}
      >
        <DealResult store={store} />
        <MatchResult
          state={state}
          own={store.seat}
          match={store.match}
          {...(store.seat ? { rematch: () => void store.rematch() } : {})}
        />
        <Recap store={store} />
      </Felt>
      <Tools store={store} show={show} />
      <Coach store={store} />
      <Dock store={store} />
      <aside class="side" aria-label={_("Score and events")}>
        <h2>{_("Score")}</h2>
        <ScoreSheet state={state} own={store.seat} />
        <h2>{_("Talk")}</h2>
        <Said store={store} />
        <h2>{_("What happened")}</h2>
        <Story store={store} />
      </aside>
      <Announcer store={store} />
      <Over store={store} open={open} close={close} />
    </div>
  );
}

function Over({ store, open, close }: { store: Store; open: Open; close: () => void }) {
  const state = store.state!;
  const own = store.seat;
  if (typeof open === "object") {
    const player = personAt(store, open.seat);
    return (
      player && (
        <Dialog title={player.name} close={close}>
          <Person store={store} player={player} close={close} />
        </Dialog>
      )
    );
  }
  switch (open) {
    case "":
      return null;
    case "score":
      return (
        <Dialog title={_("Score")} close={close}>
          <ScoreSheet state={state} own={own} />
        </Dialog>
      );
    case "last":
      return (
        <Dialog title={_("Last trick")} close={close}>
          <LastTrick state={state} own={own} />
        </Dialog>
      );
    case "talk":
      return (
        <Dialog title={_("Talk")} close={close}>
          <TalkBox store={store} close={close} />
        </Dialog>
      );
    case "settings":
      return (
        <Dialog title={_("Settings")} close={close}>
          <Settings changed={() => store.redraw()} />
        </Dialog>
      );
    case "leave":
      return (
        <Dialog title={_("Leave the match?")} close={close}>
          <p>{_("You give up your seat for good, and a bot plays on.")}</p>
          <div class="row">
            <button type="button" class="danger" onClick={() => void store.leaveTable()}>
              {_("Give up the seat")}
            </button>
            <button type="button" onClick={close}>
              {_("Play on")}
            </button>
          </div>
        </Dialog>
      );
  }
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

/** Hears for those who do not see: each event and each word is added, and read out. */
function Announcer({ store }: { store: Store }) {
  const state = store.state!;
  return (
    <div class="hidden" role="log" aria-live="polite" aria-relevant="additions">
      {store.told.slice(-ANNOUNCED).map(({ seq, event }) => (
        <p key={seq}>{sentence(event, state, store.seat)}</p>
      ))}
      {SEATS.map((seat) => {
        const message = store.talk.bubbleOf(seat);
        return (
          message && (
            <p key={message.id}>{_("%(who)s: %(what)s", { who: who(state, seat, store.seat), what: spoken(message) })}</p>
          )
        );
      })}
    </div>
  );
}

const root = document.getElementById("table")!;
render(<App store={new Store(root.dataset.match!, root.dataset.me!)} title={document.title} />, root);
