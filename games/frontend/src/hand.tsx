// One's own cards: those that may be played stand out, and the arrow keys go through them.

import { Face } from "./cards";
import type { Action, Card } from "./contract";
import { cardName } from "./words";

const SUITS = "SHCD"; // black and red by turns
const RANKS = "AKQJT98765432";

interface Props {
  cards: Card[];
  legal: Action[];
  isTurn: boolean;
  pending: Card | null;
  play: (action: Action) => void;
}

function inOrder(cards: Card[]): Card[] {
  const place = (card: Card): number => SUITS.indexOf(card[0]!) * 13 + RANKS.indexOf(card[1]!);
  return [...cards].sort((a, b) => place(a) - place(b));
}

function step(event: KeyboardEvent): void {
  const ahead = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const here = event.currentTarget as HTMLElement;
  if (!ahead) return;
  const reading = getComputedStyle(here).direction === "rtl" ? -ahead : ahead;
  const cards = [...here.querySelectorAll<HTMLButtonElement>("button:not([aria-disabled=true])")];
  const next = cards[(cards.indexOf(document.activeElement as HTMLButtonElement) + reading + cards.length) % cards.length];
  next?.focus();
  event.preventDefault();
}

export function Hand({ cards, legal, isTurn, pending, play }: Props) {
  const playable = new Map(legal.flatMap((action) => (action.action === "play" ? [[action.card, action]] : [])));
  return (
    <div class={`hand ${isTurn ? "choosing" : ""}`} onKeyDown={step}>
      {inOrder(cards.filter((card) => card !== pending)).map((card) => {
        const action = playable.get(card);
        return (
          <button
            type="button"
            key={card}
            class={`card ${action ? "legal" : ""}`}
            data-card={card}
            aria-label={cardName(card)}
            aria-disabled={!action}
            tabIndex={action ? 0 : -1}
            onClick={() => action && play(action)}
          >
            <Face card={card} />
          </button>
        );
      })}
    </div>
  );
}
