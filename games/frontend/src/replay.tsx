// The page of a finished match: step, scrub or let it play, from every seat; how it was played, other lines; its proof,
// its picture, its link.

import { render } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import { AnalysisPanel, percent } from "./analysis";
import { readable } from "./api";
import { ContractNow, Score, ToLobby } from "./bar";
import { SuitMark } from "./cards";
import { type Action, type Card, type Seat, SEATS, type Suit } from "./contract";
import { Controls } from "./controls";
import { Deals } from "./deals";
import { Felt } from "./felt";
import { inOrder } from "./hand";
import { Insight } from "./insight";
import { LineDock } from "./lines";
import { Mark } from "./marks";
import { Dialog, MatchResult } from "./panels";
import { Picture } from "./picture";
import { Playback } from "./playback";
import { Proof } from "./proof";
import { MatchRecord, readEvents } from "./record";
import { _, cardName, rankMark } from "./words";

type Open = "" | "deals" | "analysis" | "share" | "proof";

interface Props {
  playback: Playback;
  insight: Insight;
  match: string;
  isSignedIn: boolean;
}

function Replay({ playback, insight, match, isSignedIn }: Props) {
  const [open, setOpen] = useState<Open>("");
  const close = (): void => setOpen("");
  const state = playback.state!;
  const judged = playback.line ? undefined : insight.at(playback.record.actionAt(playback.at)?.seq ?? 0);
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
      <Felt
        shown={playback}
        more={(seat) => (
          <>
            <AccuracyAtPlate insight={insight} seat={seat} />
            <HandAtPlate cards={state.deal?.hands[seat] ?? null} better={judged?.seat === seat ? judged.better : null} />
          </>
        )}
        mark={(card) => !playback.line && <Mark grade={insight.grade(insight.ofCard(state.deal?.number ?? 0, card)?.lost)} />}
      >
        {state.result && <MatchResult state={state} own={playback.own} match={match} />}
      </Felt>
      {playback.line ? (
        <LineDock playback={playback} />
      ) : (
        <Controls playback={playback} insight={insight} showDeals={() => setOpen("deals")} showAnalysis={() => setOpen("analysis")} />
      )}
      <Side playback={playback} insight={insight} isSignedIn={isSignedIn} />
      {open === "deals" && (
        <Dialog title={_("Deals and tricks")} close={close}>
          <Deals playback={playback} insight={insight} jumped={close} />
        </Dialog>
      )}
      {open === "analysis" && (
        <Dialog title={_("Analysis")} close={close}>
          <AnalysisPanel playback={playback} insight={insight} isSignedIn={isSignedIn} jumped={close} />
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

/** Where there is room: the record or the analysis. */
function Side({ playback, insight, isSignedIn }: Omit<Props, "match">) {
  const [shown, show] = useState<"deals" | "analysis">("deals");
  return (
    <aside class="side" aria-label={_("Deals and analysis")}>
      <div class="tabs" role="group" aria-label={_("What is shown here")}>
        <button type="button" aria-pressed={shown === "deals"} onClick={() => show("deals")}>
          {_("Deals")}
        </button>
        <button type="button" aria-pressed={shown === "analysis"} data-tab-analysis onClick={() => show("analysis")}>
          {_("Analysis")}
        </button>
      </div>
      {shown === "deals" ? (
        <Deals playback={playback} insight={insight} />
      ) : (
        <AnalysisPanel playback={playback} insight={insight} isSignedIn={isSignedIn} />
      )}
    </aside>
  );
}

/** Arrows step, Home and End go to the ends, the space bar plays. */
function useKeys(playback: Playback, areOurs: boolean): void {
  useEffect(() => {
    if (!areOurs) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
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

function AccuracyAtPlate({ insight, seat }: { insight: Insight; seat: Seat }) {
  const figures = insight.body?.accuracy?.[seat];
  if (!figures) return null;
  const accuracy = percent(figures.accuracy);
  return (
    <small class="accuracy-of" role="img" title={_("Accuracy")} aria-label={_("Accuracy: %(accuracy)s", { accuracy })}>
      {accuracy}
    </small>
  );
}

/** A hand as a diagram: a line a suit. The card that was better stands out. */
function HandAtPlate({ cards, better }: { cards: Card[] | null; better: Action | null }) {
  if (!cards?.length) return null;
  const sorted = inOrder(cards);
  const isBetter = (card: Card): boolean => better?.action === "play" && better.card === card;
  return (
    <ul class="diagram" dir="ltr">
      {[..."SHCD"].map((suit) => (
        <li key={suit}>
          <SuitMark suit={suit as Suit} />
          {!cards.some((card) => card[0] === suit) && "–"}
          {sorted
            .filter((card) => card[0] === suit)
            .map((card) => (
              <span
                key={card}
                data-held={card}
                class={isBetter(card) ? "better" : ""}
                aria-label={isBetter(card) ? _("%(card)s, the better card", { card: cardName(card) }) : cardName(card)}
                role="img"
              >
                {rankMark(card)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

function App({ match, me }: { match: string; me: string }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [playback, setPlayback] = useState<Playback | null>(null);
  const [insight, setInsight] = useState<Insight | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    readEvents(match).then(
      (events) => {
        const record = new MatchRecord(events);
        const own = SEATS.find((seat) => me && record.end.seats[seat]?.player.id === me) ?? null;
        const opened = new Playback(match, record, own, atOf(location.search), () => draw(0));
        const line = new URLSearchParams(location.search).get("line");
        if (line !== null) opened.leaveFor(line ? line.split(",") : []);
        setPlayback(opened);
        setInsight(new Insight(match, record.end.ruleset, () => draw(0)));
      },
      (error: unknown) => setWrong(readable(error)),
    );
  }, [match]);
  useEffect(() => {
    if (playback) history.replaceState(null, "", playback.address);
  });
  if (playback && insight) return <Replay playback={playback} insight={insight} match={match} isSignedIn={me !== ""} />;
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
