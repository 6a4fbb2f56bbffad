// Cards, drawn: a large index that can be read at arm's length, and the suit once more.

import type { VNode } from "preact";
import type { Card as CardCode, Suit, Trump } from "./contract";
import { cardName, rankMark, trumpName } from "./words";

// Each on a field of 100 × 100.
export const SHAPES: Record<Suit, string> = {
  S: "M50 6C58 24 90 40 90 63c0 15-11 24-22 24-6 0-11-3-14-7 1 7 4 12 9 16H37c5-4 8-9 9-16-3 4-8 7-14 7-11 0-22-9-22-24C10 40 42 24 50 6Z",
  H: "M50 94C42 78 8 58 8 32 8 17 19 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c11 0 22 9 22 24 0 26-34 46-42 62Z",
  D: "M50 4c9 17 21 33 34 46-13 13-25 29-34 46-9-17-21-33-34-46C29 37 41 21 50 4Z",
  C: "M50 6c12 0 21 9 21 20 0 7-3 12-8 16 3-1 6-2 9-2 12 0 21 9 21 21S84 82 72 82c-7 0-13-3-17-9 1 9 4 16 10 23H35c6-7 9-14 10-23-4 6-10 9-17 9C16 82 7 73 7 61s9-21 21-21c3 0 6 1 9 2-5-4-8-9-8-16C29 15 38 6 50 6Z",
};

export function SuitMark({ suit, label }: { suit: Suit; label?: string }) {
  return (
    <svg
      class={`suit suit-${suit}`}
      viewBox="0 0 100 100"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={SHAPES[suit]} />
    </svg>
  );
}

/** A trump as a mark; no trump as a word. */
export function TrumpMark({ trump }: { trump: Trump }) {
  return trump === "NT" ? <span>{trumpName(trump)}</span> : <SuitMark suit={trump} label={trumpName(trump)} />;
}

const faces = new Map<CardCode, VNode>();

/** What is printed on a card: a large index, or where there is room its picture (build.mjs). Never drawn anew. */
export function Face({ card }: { card: CardCode }): VNode {
  let face = faces.get(card);
  if (!face) faces.set(card, (face = printed(card)));
  return face;
}

function printed(card: CardCode): VNode {
  const suit = card[0] as Suit;
  return (
    <span class={`face suit-${suit} card-${card}`} aria-hidden="true">
      <span class="index">
        <b>{rankMark(card)}</b>
        <SuitMark suit={suit} />
      </span>
      <SuitMark suit={suit} />
    </span>
  );
}

export function Card({ card, wins = false }: { card: CardCode; wins?: boolean }) {
  return (
    <span class={`card ${wins ? "wins" : ""}`} role="img" aria-label={cardName(card)}>
      <Face card={card} />
    </span>
  );
}

/** So many cards, seen from behind. */
export function Backs({ count }: { count: number }) {
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: count }, (_none, place) => (
        <i key={place} />
      ))}
    </span>
  );
}
