// What the server says of how a finished match was played: asked for, waited for, found by the step it is about.

import { call, readable } from "./api";
import type { Action, AnalysedDeal, Analysis, Card, RuleSet, Seat } from "./contract";

const POLL_MS = 1_500;
const SLOWEST_POLL_MS = 8_000;

/** A call or card, and what it lost; `lostOpen` and `expected` are said of cards only. */
export interface Judged {
  seq: number;
  seat: Seat;
  action: Action;
  lost: number;
  better: Action | null;
  lostOpen: number | null;
  expected: number | null;
}

/** How much was lost, in words that everybody knows; null where it is not worth a mark. */
export type Grade = "dubious" | "mistake" | "blunder" | null;
/** In points; where cards are counted, in what a trick is worth there on average. */
const GRADES: [from: number, grade: Grade][] = [
  [3, "blunder"],
  [1.5, "mistake"],
  [0.5, "dubious"],
];
const CARD_POINTS_A_TRICK = 120 / 13;

export function gradeOf(lost: number, { unit }: { unit: string }): Grade {
  const point = unit === "card_points" ? CARD_POINTS_A_TRICK : 1;
  return GRADES.find(([from]) => lost >= from * point)?.[1] ?? null;
}

export class Insight {
  /** Null until the server has said something. */
  body: Analysis | null = null;
  wrong = "";
  isAsking = false;
  /** Calls and cards, in order. */
  judged: Judged[] = [];
  private bySeq = new Map<number, Judged>();
  private byCard = new Map<string, Judged>();
  private wait = POLL_MS;

  constructor(
    private readonly match: string,
    private readonly ruleset: RuleSet,
    private readonly changed: () => void,
  ) {
    void this.send("GET");
  }

  /** Have the match analysed. */
  async ask(): Promise<void> {
    this.isAsking = true;
    this.changed();
    await this.send("POST");
    this.isAsking = false;
    this.changed();
  }

  get isUnderWay(): boolean {
    return this.body?.status === "waiting" || this.body?.status === "running";
  }

  /** How a loss is marked in this match. */
  grade(lost: number | undefined): Grade {
    return gradeOf(lost ?? 0, this.ruleset);
  }

  /** What is said of the event. */
  at(seq: number): Judged | undefined {
    return this.bySeq.get(seq);
  }

  ofCard(deal: number, card: Card): Judged | undefined {
    return this.byCard.get(`${deal} ${card}`);
  }

  deal(number: number): AnalysedDeal | undefined {
    return this.body?.deals.find(({ deal }) => deal === number);
  }

  /** The next one behind a seq that was marked. */
  nextMistake(seq: number): Judged | undefined {
    return this.judged.find((judged) => judged.seq > seq && this.grade(judged.lost));
  }

  private async send(method: "GET" | "POST"): Promise<void> {
    try {
      this.take(await call<Analysis>(method, `matches/${this.match}/analysis/`, ...(method === "POST" ? [{}] : [])));
    } catch (error) {
      this.wrong = readable(error);
    }
    this.changed();
  }

  private take(body: Analysis): void {
    const isFurther = body.done !== this.body?.done;
    this.body = body;
    this.wrong = "";
    this.judged = body.deals.flatMap(judgedIn);
    this.bySeq = new Map(this.judged.map((judged) => [judged.seq, judged]));
    this.byCard = new Map(body.deals.flatMap((deal) => deal.cards.map(({ card, seq }) => [`${deal.deal} ${card}`, this.bySeq.get(seq)!])));
    this.wait = isFurther ? POLL_MS : Math.min(SLOWEST_POLL_MS, this.wait * 1.3);
    if (this.isUnderWay) setTimeout(() => this.look(), this.wait);
  }

  /** A page out of sight need not know. */
  private look(): void {
    if (!document.hidden) void this.send("GET");
    else document.addEventListener("visibilitychange", () => void this.send("GET"), { once: true });
  }
}

function judgedIn({ calls, cards }: AnalysedDeal): Judged[] {
  return [
    ...calls.map((judged) => ({ ...judged, lostOpen: null, expected: null })),
    ...cards.map(({ card, better, lost_open, ...judged }) => ({
      ...judged,
      action: play(card),
      better: better === null ? null : play(better),
      lostOpen: lost_open,
    })),
  ];
}

function play(card: Card): Action {
  return { action: "play", card };
}
