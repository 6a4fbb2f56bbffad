// Below the felt of a replay: what the step says, what it was worth, and the reel that one goes by.

import { SEATS } from "./contract";
import { Course } from "./course";
import type { Insight } from "./insight";
import { Judgement } from "./judgement";
import { type Eyes, type Playback, type Speed, SPEEDS } from "./playback";
import { sentence } from "./tell";
import { _, seatName, written } from "./words";

interface Props {
  playback: Playback;
  insight: Insight;
  showDeals: () => void;
  showAnalysis: () => void;
}

// As on every player of recordings, forwards is to the right in each language.
export function Controls({ playback, insight, showDeals, showAnalysis }: Props) {
  const { record, at } = playback;
  const state = playback.state!;
  return (
    <section class="dock controls" aria-label={_("Playback")}>
      <p class="prompt" role="status" data-at={at}>
        {playback.wrong || sentence(record.eventAt(at), state, playback.own)}
      </p>
      <Judgement playback={playback} insight={insight} />
      {insight.judged.length > 0 && <Course playback={playback} insight={insight} />}
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
        <button type="button" data-try disabled={!playback.now!.turn} onClick={() => playback.leaveFor([])}>
          {_("Try another line")}
        </button>
        <button type="button" class="narrow-only" data-deals onClick={showDeals}>
          {_("Deals")}
        </button>
        <button type="button" class="narrow-only" data-show-analysis onClick={showAnalysis}>
          {_("Analysis")}
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
