// One's own cards: those that may be played stand out. By tap, by drag to the table, or by keyboard.

import { useRef } from "preact/hooks";
import { Face } from "./cards";
import type { Action, Card } from "./contract";
import { lift } from "./motion";
import { _, cardName } from "./words";

const SUITS = "SHCD"; // black and red by turns
const RANKS = "AKQJT98765432";
/** A finger that has moved less means a tap. */
const DRAG_FROM_PX = 8;
/** A card that is let go this far above its place is played. */
const PLAYED_ABOVE_PX = 48;

interface Props {
  cards: Card[];
  legal: Action[];
  isTurn: boolean;
  pending: Card | null;
  play: (action: Action) => void;
  /** What is to be said of a card, once one has chosen. */
  verdict?: (card: Card) => Verdict | undefined;
}

/** A card's worth: on it, and in words. */
export interface Verdict {
  kind: "best" | "fine" | "bad";
  isChosen: boolean;
  short: string;
  words: string;
}

/** As a player sorts them. */
export function inOrder(cards: Card[]): Card[] {
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

export function Hand({ cards, legal, isTurn, pending, play, verdict }: Props) {
  const playable = new Map(legal.flatMap((action) => (action.action === "play" ? [[action.card, action]] : [])));
  const put = (drawn: HTMLElement): void => {
    const action = playable.get(drawn.dataset.card!);
    if (!action) return;
    lift(action.card, drawn);
    play(action);
  };
  const drag = useDrag(put);
  return (
    <div class={`hand ${isTurn ? "choosing" : ""}`} onKeyDown={step} {...drag}>
      {inOrder(cards.filter((card) => card !== pending)).map((card) => {
        const said = verdict?.(card);
        return (
          <button
            type="button"
            key={card}
            class={`card ${playable.has(card) ? "legal" : ""} ${said ? `said-${said.kind}` : ""} ${said?.isChosen ? "chosen" : ""}`}
            data-card={card}
            aria-label={said ? _("%(card)s: %(verdict)s", { card: cardName(card), verdict: said.words }) : cardName(card)}
            aria-disabled={!playable.has(card)}
            tabIndex={playable.has(card) ? 0 : -1}
            onClick={(event) => put(event.currentTarget)}
          >
            <Face card={card} />
            {said && <span class="said-of" aria-hidden="true" data-said={said.short} />}
          </button>
        );
      })}
    </div>
  );
}

interface Drag {
  drawn: HTMLElement;
  x: number;
  y: number;
  moved: boolean;
}

/** Handlers that let the legal cards inside be drawn to the table; `put` gets the one that was. */
function useDrag(put: (drawn: HTMLElement) => void) {
  const drag = useRef<Drag | null>(null);
  const wasDrag = useRef(false);
  const end = (event: PointerEvent, isDrop: boolean): void => {
    const ended = drag.current;
    drag.current = null;
    if (!ended?.moved) return;
    wasDrag.current = true;
    if (isDrop && event.clientY < ended.y - PLAYED_ABOVE_PX) put(ended.drawn);
    ended.drawn.style.translate = "";
    ended.drawn.classList.remove("dragged");
  };
  return {
    onPointerDown(event: PointerEvent) {
      wasDrag.current = false;
      const drawn = (event.target as Element).closest<HTMLElement>(".card.legal");
      if (drawn && event.isPrimary && event.button === 0) {
        drag.current = { drawn, x: event.clientX, y: event.clientY, moved: false };
      }
    },
    onPointerMove(event: PointerEvent) {
      const held = drag.current;
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moved && Math.hypot(x, y) < DRAG_FROM_PX) return;
      if (!held.moved) held.drawn.setPointerCapture(event.pointerId);
      held.moved = true;
      held.drawn.classList.add("dragged");
      held.drawn.style.translate = `${x}px ${y}px`;
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    /** The click that a browser makes of a drag is none. */
    onClickCapture(event: MouseEvent) {
      if (wasDrag.current) event.stopPropagation();
      wasDrag.current = false;
    },
  };
}
