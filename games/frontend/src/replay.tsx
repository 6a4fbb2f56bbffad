// The page of a finished match: step, scrub or let it play, from every seat; its proof, its picture, its link.

import { render } from "preact";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { readable } from "./api";
import { ContractNow, Score, ToLobby } from "./bar";
import { SuitMark } from "./cards";
import { type Card, SEATS, type Suit, type WonTrick } from "./contract";
import { Felt } from "./felt";
import { inOrder } from "./hand";
import { Dialog, MatchResult, ScoreSheet } from "./panels";
import { Picture } from "./picture";
import { type Eyes, Playback, type Speed, SPEEDS } from "./playback";
import { Proof } from "./proof";
import { MatchRecord, readEvents } from "./record";
import { sentence, who } from "./tell";
import { _, cardName, rankMark, seatName, written } from "./words";

type Open = "" | "deals" | "share" | "proof";

interface Props {
  playback: Playback;
  match: string;
}

function Replay({ playback, match }: Props) {
  const [open, setOpen] = useState<Open>("");
  const close = (): void => setOpen("");
  const state = playback.state!;
  useKeys(playback, open === "");
  return (
    <div class="match replay">
      <header class="bar">
        <ToLobby />
        <Score state={state} own={playback.own} />
        <ContractNow state={state} own={playback.own} />
        <button type="button" class="leave" data-proof onClick={() => setOpen("proof")}>
          {_("Verify")}
        </button>
        <button type="button" class="leave" data-share onClick={() => setOpen("share")}>
          {_("Share")}
        </button>
      </header>
      <Felt shown={playback} more={(seat) => <HandAtPlate cards={state.deal?.hands[seat] ?? null} />}>
        {state.result && <MatchResult state={state} own={playback.own} match={match} />}
      </Felt>
      <Controls playback={playback} showDeals={() => setOpen("deals")} />
      <aside class="side" aria-label={_("Deals and tricks")}>
        <Deals playback={playback} />
      </aside>
      {open === "deals" && (
        <Dialog title={_("Deals and tricks")} close={close}>
          <Deals playback={playback} />
        </Dialog>
      )}
      {open === "share" && (
        <Dialog title={_("Share")} close={close}>
          <Picture playback={playback} match={match} />
        </Dialog>
      )}
      {open === "proof" && (
        <Dialog title={_("Verify")} close={close}>
          <Proof match={match} events={playback.record.events} />
        </Dialog>
      )}
    </div>
  );
}

/** Arrows step, Home and End go to the ends, the space bar plays. */
function useKeys(playback: Playback, areOurs: boolean): void {
  useEffect(() => {
    if (!areOurs) return undefined;
    const press = (event: KeyboardEvent): void => {
      if ((event.target as Element).closest(event.key === " " ? "input, select, button, a" : "input, select")) return;
      const does: Record<string, () => void> = {
        ArrowRight: () => playback.step(1),
        ArrowLeft: () => playback.step(-1),
        Home: () => playback.goTo(1),
        End: () => playback.goTo(playback.record.head),
        " ": () => (playback.isPlaying ? playback.pause() : playback.play()),
      };
      does[event.key]?.();
      if (does[event.key]) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [playback, areOurs]);
}

/** A hand as a diagram: a line a suit. */
function HandAtPlate({ cards }: { cards: Card[] | null }) {
  if (!cards?.length) return null;
  const sorted = inOrder(cards);
  return (
    <ul class="diagram" dir="ltr">
      {[..."SHCD"].map((suit) => (
        <li key={suit}>
          <SuitMark suit={suit as Suit} />
          {!cards.some((card) => card[0] === suit) && "–"}
          {sorted
            .filter((card) => card[0] === suit)
            .map((card) => (
              <span key={card} data-held={card} aria-label={cardName(card)} role="img">
                {rankMark(card)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

// As on every player of recordings, forwards is to the right in each language.
function Controls({ playback, showDeals }: { playback: Playback; showDeals: () => void }) {
  const { record, at } = playback;
  const state = playback.state!;
  return (
    <section class="dock controls" aria-label={_("Playback")}>
      <p class="prompt" role="status" data-at={at}>
        {sentence(record.eventAt(at), state, playback.own)}
      </p>
      <div class="reel" dir="ltr">
        <input
          type="range"
          min={0}
          max={record.stops.length - 1}
          value={playback.place}
          aria-label={_("Place in the match")}
          aria-valuetext={sentence(record.eventAt(at), state, playback.own)}
          onInput={(event) => playback.goTo(record.stops[Number(event.currentTarget.value)]!)}
        />
        <div class="row">
          <Press name="first" label={_("To the start")} mark="⏮" press={() => playback.goTo(1)} />
          <Press name="back" label={_("A step back")} mark="‹" press={() => playback.step(-1)} />
          {playback.isPlaying ? (
            <Press name="pause" label={_("Pause")} mark="⏸" press={() => playback.pause()} />
          ) : (
            <Press name="play" label={_("Play")} mark="▶" press={() => playback.play()} />
          )}
          <Press name="on" label={_("A step on")} mark="›" press={() => playback.step(1)} />
          <Press name="last" label={_("To the end")} mark="⏭" press={() => playback.goTo(record.head)} />
        </div>
      </div>
      <div class="row picks">
        <label>
          {_("Speed")}
          <select
            name="speed"
            value={playback.speed}
            onChange={(event) => playback.hurry(Number(event.currentTarget.value) as Speed)}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {written(speed)}×
              </option>
            ))}
          </select>
        </label>
        <label>
          {_("Cards of")}
          <select name="eyes" value={playback.eyes} onChange={(event) => playback.look(event.currentTarget.value as Eyes)}>
            <option value="all">{_("all four")}</option>
            {SEATS.map((seat) => (
              <option key={seat} value={seat}>
                {seatName(seat)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="narrow-only" data-deals onClick={showDeals}>
          {_("Deals")}
        </button>
      </div>
    </section>
  );
}

function Press({ name, label, mark, press }: { name: string; label: string; mark: string; press: () => void }) {
  return (
    <button type="button" data-press={name} aria-label={label} title={label} onClick={press}>
      <span aria-hidden="true">{mark}</span>
    </button>
  );
}

/** Where one may jump to: each deal, and the tricks of the one that is shown. */
function Deals({ playback }: { playback: Playback }) {
  const { record, at } = playback;
  const here = record.dealAt(at);
  const tricks = useMemo(() => (here ? record.tricksOf(here) : []), [here]);
  return (
    <>
      <label for="replay-deal">{_("Deal")}</label>
      <select
        id="replay-deal"
        name="deal"
        value={here?.deal ?? ""}
        onChange={(event) => {
          const deal = record.deals.find((span) => span.deal === Number(event.currentTarget.value));
          if (deal) playback.goTo(deal.first);
        }}
      >
        {record.deals.map(({ deal }) => (
          <option key={deal} value={deal}>
            {_("Deal %(deal)s", { deal })}
          </option>
        ))}
      </select>
      <ol class="tricks">
        {tricks.map((trick, place) => (
          <li key={place}>
            <button
              type="button"
              class="quiet"
              data-trick={place + 1}
              aria-current={here!.tricks[place] === at ? "step" : undefined}
              onClick={() => playback.goTo(here!.tricks[place]!)}
            >
              <TrickLine trick={trick} playback={playback} number={place + 1} />
            </button>
          </li>
        ))}
      </ol>
      <h2>{_("Score")}</h2>
      <ScoreSheet state={record.end} own={playback.own} />
    </>
  );
}

interface TrickLineProps {
  trick: WonTrick;
  playback: Playback;
  number: number;
}

function TrickLine({ trick, playback, number }: TrickLineProps) {
  return (
    <>
      <b>{written(number)}</b>
      <span dir="ltr" class="trick-line">
        {trick.plays.map(({ seat, card }) => (
          <span key={card} class={seat === trick.winner ? "winner" : ""} role="img" aria-label={cardName(card)}>
            {rankMark(card)}
            <SuitMark suit={card[0] as Suit} />
          </span>
        ))}
      </span>
      <small class="muted">{who(playback.state!, trick.winner, playback.own)}</small>
    </>
  );
}

function App({ match, me }: { match: string; me: string }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [playback, setPlayback] = useState<Playback | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    readEvents(match).then(
      (events) => {
        const record = new MatchRecord(events);
        const own = SEATS.find((seat) => me && record.end.seats[seat]?.player.id === me) ?? null;
        setPlayback(new Playback(record, own, atOf(location.search), () => draw(0)));
      },
      (error: unknown) => setWrong(readable(error)),
    );
  }, [match]);
  useEffect(() => {
    if (playback) history.replaceState(null, "", `?at=${playback.at}`);
  });
  if (playback) return <Replay playback={playback} match={match} />;
  return (
    <div class="waiting" role="status">
      <p>{wrong || _("Fetching the match …")}</p>
      <a href="/">{_("To the lobby")}</a>
    </div>
  );
}

/** The permalink's seq; the end where it names none. */
function atOf(search: string): number {
  const at = Number(new URLSearchParams(search).get("at"));
  return Number.isInteger(at) && at > 0 ? at : Number.MAX_SAFE_INTEGER;
}

const root = document.getElementById("replay")!;
render(<App match={root.dataset.match!} me={root.dataset.me!} />, root);
