// The record beside the table: each deal's calls and tricks, what was marked in them, and the score.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { SuitMark } from "./cards";
import type { MatchEvent, Suit, WonTrick } from "./contract";
import type { Insight } from "./insight";
import { Done, gradeName, Mark } from "./marks";
import { ScoreSheet } from "./panels";
import type { Playback } from "./playback";
import type { DealSpan } from "./record";
import { _, bidName, cardName, rankMark, seatName, trumpName, written } from "./words";

interface Props {
  playback: Playback;
  insight: Insight;
  /** What a jump to a step does besides. */
  jumped?: () => void;
}

/** Where one may jump to: each deal, and the calls and cards of the one that is shown. */
export function Deals(props: Props) {
  const { playback } = props;
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
      {here && <Calls {...props} deal={here} />}
      <ol class="tricks">
        {tricks.map((trick, place) => (
          <TrickLine key={place} {...props} trick={trick} place={place} deal={here!} />
        ))}
      </ol>
      <h2>{_("Score")}</h2>
      <ScoreSheet state={record.end} own={playback.own} />
    </>
  );
}

function Calls({ deal, ...props }: Props & { deal: DealSpan }) {
  const calls = props.playback.record.actionsOf(deal).filter(({ type }) => type !== "card_played");
  return (
    <ol class="calls-line" aria-label={_("Auction")}>
      {calls.map((event) => (
        <li key={event.seq}>
          <Step event={event} {...props}>
            <small>{seatName((event.data as { seat: "N" }).seat)}</small> <Call event={event} />
          </Step>
        </li>
      ))}
    </ol>
  );
}

function Call({ event }: { event: MatchEvent }) {
  switch (event.type) {
    case "bid_made":
      return <b>{bidName(event.data.amount, event.data.no_trump)}</b>;
    case "trump_named":
      return event.data.trump === "NT" ? (
        <b>{trumpName("NT")}</b>
      ) : (
        <Done action={{ action: "name_trump", trump: event.data.trump }} />
      );
    default:
      return <span>{_("Pass")}</span>;
  }
}

interface TrickProps extends Props {
  trick: WonTrick;
  place: number;
  deal: DealSpan;
}

function TrickLine({ trick, place, deal, ...props }: TrickProps) {
  const { playback } = props;
  const { record, at } = playback;
  const number = place + 1;
  const end = deal.tricks[place]!;
  return (
    <li>
      <button
        type="button"
        class="quiet"
        data-trick={number}
        aria-label={_("Trick %(number)s", { number })}
        aria-current={end === at ? "step" : undefined}
        onClick={() => {
          playback.goTo(end);
          props.jumped?.();
        }}
      >
        <b>{written(number)}</b>
      </button>
      <span dir="ltr" class="trick-line">
        {record.cardsOf(deal, place).map((event) => (
          <Step key={event.seq} event={event} wins={event.data.seat === trick.winner} {...props}>
            {rankMark(event.data.card)}
            <SuitMark suit={event.data.card[0] as Suit} />
          </Step>
        ))}
      </span>
      <small class="muted">{trick.winner === playback.own ? _("You") : seatName(trick.winner)}</small>
    </li>
  );
}

interface StepProps extends Props {
  event: MatchEvent;
  wins?: boolean;
  children: ComponentChildren;
}

/** One call or card, to go to. Tab stops at what is marked only; the arrows step through the rest. */
function Step({ event, wins, playback, insight, jumped, children }: StepProps) {
  const grade = insight.grade(insight.at(event.seq)?.lost);
  const stop = playback.record.stopBehind(event.seq);
  const card = event.type === "card_played" ? cardName(event.data.card) : "";
  return (
    <button
      type="button"
      class={`step ${wins ? "winner" : ""}`}
      data-step={event.seq}
      tabIndex={grade ? 0 : -1}
      aria-current={stop === playback.at ? "step" : undefined}
      {...(card ? { "aria-label": grade ? _("%(card)s: %(grade)s", { card, grade: gradeName(grade) }) : card } : {})}
      onClick={() => {
        playback.goTo(stop);
        jumped?.();
      }}
    >
      {children}
      <Mark grade={grade} />
    </button>
  );
}
