// What was done, and what it lost, as marks in a text; each has words for who does not see them.

import { SuitMark } from "./cards";
import type { Action, Suit } from "./contract";
import type { Grade } from "./insight";
import { _, bidName, cardName, rankMark, signed, trumpName, written } from "./words";

const SIGNS = { dubious: "?!", mistake: "?", blunder: "??" } as const;

export function gradeName(grade: NonNullable<Grade>): string {
  return { dubious: _("Inaccuracy"), mistake: _("Mistake"), blunder: _("Blunder") }[grade];
}

export function Mark({ grade }: { grade: Grade }) {
  if (!grade) return null;
  const name = gradeName(grade);
  return (
    <span class={`glyph ${grade}`} role="img" aria-label={name} title={name} data-grade={grade} data-sign={SIGNS[grade]} />
  );
}

/** A call, a trump or a card, short. */
export function Done({ action }: { action: Action }) {
  switch (action.action) {
    case "pass":
      return <span>{_("Pass")}</span>;
    case "bid":
      return <span>{bidName(action.amount, action.no_trump)}</span>;
    case "name_trump":
      return <SuitMark suit={action.trump} label={trumpName(action.trump)} />;
    case "play":
      return (
        <span class="short-card" dir="ltr" role="img" aria-label={cardName(action.card)}>
          {rankMark(action.card)}
          <SuitMark suit={action.card[0] as Suit} />
        </span>
      );
  }
}

/** In words: "pass", "8", "hearts", "ace of spades". */
export function actionName(action: Action): string {
  switch (action.action) {
    case "pass":
      return _("Pass");
    case "bid":
      return bidName(action.amount, action.no_trump);
    case "name_trump":
      return trumpName(action.trump);
    case "play":
      return cardName(action.card);
  }
}

/** Points to one place, with their sign. */
export function points(value: number): string {
  return signed(Math.round(value * 10) / 10);
}

export function lostPoints(value: number): string {
  return written(Math.round(value * 10) / 10);
}
