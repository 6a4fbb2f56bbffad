// The graph over the reel: how the score was to be expected, over the match or the deal.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MatchEvent, Side } from "./contract";
import { type Division, draw, type Drawn, type GraphPoint } from "./graph";
import type { Insight } from "./insight";
import { sideName, sides } from "./panels";
import type { Playback } from "./playback";
import type { DealSpan, MatchRecord } from "./record";
import { _, written } from "./words";

interface Props {
  playback: Playback;
  insight: Insight;
}

export function Course({ playback, insight }: Props) {
  const [isWhole, setWhole] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const { record } = playback;
  const [first] = sides(playback.own);
  const here = record.dealAt(playback.at)?.deal;
  const spans = isWhole ? record.deals : record.deals.filter(({ deal }) => deal === here);
  const known = insight.judged.length;
  const points = useMemo(() => spans.flatMap((span) => course(record, insight, span, first)), [known, isWhole ? 0 : here]);
  useEffect(() => {
    const divisions = isWhole ? spans.map((span) => begin(record, span)) : spans.flatMap((span) => tricks(record, span));
    drawn.current = draw(box.current!, points, divisions, (place) => playback.goTo(record.stops[place]!));
    return () => drawn.current?.end();
  }, [points]);
  useEffect(() => drawn.current?.show(playback.place));
  return (
    <div class="course" data-course={isWhole ? "match" : "deal"}>
      <div
        ref={box}
        class="course-graph"
        dir="ltr"
        role="img"
        aria-label={_("The score to be expected, %(side)s above the line; steps and turning points say the same.", {
          side: sideName(first, playback.own),
        })}
      />
      <div class="scope" role="group" aria-label={_("Graph")}>
        <button type="button" aria-pressed={isWhole} onClick={() => setWhole(true)}>
          {_("Match")}
        </button>
        <button type="button" aria-pressed={!isWhole} data-scope-deal onClick={() => setWhole(false)}>
          {_("Deal")}
        </button>
      </div>
    </div>
  );
}

/** From the score before a deal, by what each card leaves to expect, to the score after it. */
function course(record: MatchRecord, insight: Insight, span: DealSpan, first: Side): GraphPoint[] {
  const lead = (score: { NS: number; EW: number }): number => (first === "NS" ? score.NS - score.EW : score.EW - score.NS);
  const placeOf = (seq: number): number => record.stops.indexOf(record.stopBehind(seq));
  const before = lead((record.eventAt(span.first) as Extract<MatchEvent, { type: "deal_started" }>).data.score);
  const { calls, cards } = insight.deal(span.deal) ?? { calls: [], cards: [] };
  const points = [{ place: placeOf(span.first), value: before, isMarked: false }];
  for (const { seq, lost } of calls) points.push({ place: placeOf(seq), value: before, isMarked: insight.grade(lost) !== null });
  for (const { seq, expected, lost } of cards) {
    const value = before + (first === "NS" ? expected : -expected);
    points.push({ place: placeOf(seq), value, isMarked: insight.grade(lost) !== null });
  }
  const scored = record.events.slice(span.first, span.last).find((event) => event.type === "deal_scored");
  if (scored) points.push({ place: placeOf(scored.seq), value: lead(scored.data.score), isMarked: false });
  return points.filter(({ place }, index) => place > (points[index - 1]?.place ?? -1));
}

function begin(record: MatchRecord, { deal, first }: DealSpan): Division {
  return { place: record.stops.indexOf(record.stopBehind(first)), label: written(deal) };
}

function tricks(record: MatchRecord, span: DealSpan): Division[] {
  return span.tricks.map((seq, place) => ({ place: record.stops.indexOf(record.stopBehind(seq)), label: written(place + 1) }));
}
