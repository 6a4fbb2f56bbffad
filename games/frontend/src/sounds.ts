// Short sounds, made here: nothing to load. Browsers let a page sound only after a first tap or key.

import type { MatchEvent, Seat } from "./contract";
import { preference } from "./prefs";

/** Hertz, seconds from the start, seconds long, how loud. */
type Tone = [pitch: number, at: number, length: number, volume: number];

const SOUNDS = {
  turn: [[660, 0, 0.12, 0.12], [880, 0.11, 0.2, 0.12]],
  call: [[520, 0, 0.09, 0.08]],
  trump: [[440, 0, 0.1, 0.1], [554, 0.09, 0.1, 0.1], [659, 0.18, 0.2, 0.1]],
  made: [[523, 0, 0.12, 0.1], [659, 0.12, 0.12, 0.1], [784, 0.24, 0.25, 0.1]],
  set: [[392, 0, 0.16, 0.1], [311, 0.16, 0.3, 0.1]],
  message: [[990, 0, 0.07, 0.06]],
} satisfies Record<string, Tone[]>;

let context: AudioContext | null = null;

function wake(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

export function sound(name: keyof typeof SOUNDS | "card"): void {
  if (!preference("sounds") || context?.state !== "running") return;
  if (name === "card") tap(context);
  else for (const tone of SOUNDS[name]) ring(context, tone);
}

function ring(on: AudioContext, [pitch, at, length, volume]: Tone): void {
  const start = on.currentTime + at;
  const tone = new OscillatorNode(on, { type: "triangle", frequency: pitch });
  tone.connect(fading(on, start, length, volume));
  tone.start(start);
  tone.stop(start + length);
}

/** Card on cloth: a breath of noise. */
function tap(on: AudioContext): void {
  const length = 0.05;
  const noise = new AudioBuffer({ length: Math.ceil(length * on.sampleRate), sampleRate: on.sampleRate });
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  source
    .connect(new BiquadFilterNode(on, { type: "bandpass", frequency: 1_800, Q: 0.7 }))
    .connect(fading(on, on.currentTime, length, 0.25));
  source.start();
}

function fading(on: AudioContext, start: number, length: number, volume: number): GainNode {
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(on.destination);
  return gain;
}

/** What an event sounds like to who sits at `own`. */
export function soundOf(event: MatchEvent, own: Seat | null): void {
  switch (event.type) {
    case "card_played":
      if (event.data.seat !== own) sound("card");
      return;
    case "bid_made":
    case "passed":
      sound("call");
      return;
    case "trump_named":
      sound("trump");
      return;
    case "deal_scored":
      sound(event.data.made ? "made" : "set");
  }
}
