// What happened while the reader looked elsewhere, slept or had no line.

import { call } from "./api";
import type { MatchEvent, Seat, State } from "./contract";
import { remember, remembered } from "./memory";
import { sentence } from "./tell";
import { _, _n } from "./words";

/** Who was away for less has seen it all. */
const NOTEWORTHY_MS = 10_000;
const SHOWN_LINES = 8;

interface Left {
  seq: number;
  at: number;
}

const keyOf = (match: string): string => `tarneeb.left.${match}`;

export class Away {
  private left: Left | null;

  constructor(private readonly match: string) {
    this.left = remembered<Left | null>(keyOf(match), null);
  }

  /** The page is out of sight or the line is lost, at this event; kept in case the page is closed. */
  leave(seq: number): void {
    if (this.left) return;
    this.left = { seq, at: Date.now() };
    remember(keyOf(this.match), this.left);
  }

  /** Events that were missed, for who is back; null where there is nothing worth telling. */
  async missed(): Promise<MatchEvent[] | null> {
    const { left } = this;
    if (!left) return null;
    this.left = null;
    localStorage.removeItem(keyOf(this.match));
    if (Date.now() - left.at < NOTEWORTHY_MS) return null;
    const answer = await call<{ events: MatchEvent[] }>("GET", `matches/${this.match}/events/?after=${left.seq}`);
    return answer.events;
  }
}

/** What was missed, in few lines. */
export function recap(events: MatchEvent[], state: State, own: Seat): string[] {
  const tricks = events.filter((event) => event.type === "trick_won").length;
  const lines = events.flatMap((event) => {
    const text = worthTelling(event, own) ? sentence(event, state, own) : "";
    if (!text) return [];
    return "auto" in event.data ? [_("%(what)s A bot played this for you.", { what: text })] : [text];
  });
  if (tricks) lines.push(_n("%(count)s trick was played.", "%(count)s tricks were played.", tricks));
  return lines.slice(-SHOWN_LINES);
}

function worthTelling(event: MatchEvent, own: Seat): boolean {
  if ("auto" in event.data) return event.data.seat === own && event.data.auto === true;
  switch (event.type) {
    case "auction_won":
    case "trump_named":
    case "deal_passed_out":
    case "deal_scored":
    case "seat_forfeited":
    case "seat_substituted":
    case "seat_reclaimed":
    case "match_finished":
      return true;
    default:
      return false;
  }
}
