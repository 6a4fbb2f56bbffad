// A problem that is tried: what is asked, what was answered, and what the server says of it.

import { call, readable, Refusal } from "./api";
import { type Action, type Card, type Now, type Problem, type ProblemVerdict, SEATS, type Seat, type State } from "./contract";
import type { Shown } from "./felt";

export class Attempt implements Shown {
  problem: Problem | null = null;
  /** What was chosen, once it was. */
  answer: Action | null = null;
  verdict: ProblemVerdict | null = null;
  /** One's own rating, where it is known. */
  rating: number | null;
  wrong = "";
  /** Whether there is no such problem. */
  isNone = false;
  isBusy = true;
  readonly pending = null;
  readonly wonTrick = null;
  readonly arriving = new Set<Card>();
  readonly skew = 0;
  private asked = 0;

  constructor(
    rating: string,
    private readonly changed: () => void,
  ) {
    this.rating = rating ? Number(rating) : null;
  }

  get state(): State | null {
    return this.problem?.state ?? null;
  }

  get now(): Now | null {
    return this.problem?.now ?? null;
  }

  get seat(): Seat | null {
    return this.problem?.seat ?? null;
  }

  /** What may be chosen still. */
  get legal(): Action[] {
    return this.answer || this.isBusy ? [] : (this.now?.legal ?? []);
  }

  /** A problem by its id, or `daily`, or `next`. */
  async open(which: string): Promise<void> {
    const asked = (this.asked += 1);
    this.isBusy = true;
    this.isNone = false;
    this.wrong = "";
    this.changed();
    try {
      const problem = await call<Problem>("GET", `problems/${which}/`);
      if (asked === this.asked) this.take(problem);
    } catch (error) {
      if (asked !== this.asked) return;
      this.isNone = error instanceof Refusal && error.code === "not_found";
      this.wrong = readable(error);
    }
    this.isBusy = false;
    this.changed();
  }

  async choose(action: Action): Promise<void> {
    this.isBusy = true;
    this.answer = action;
    this.wrong = "";
    this.changed();
    try {
      this.verdict = await call<ProblemVerdict>("POST", `problems/${this.problem!.id}/attempts/`, { action });
      this.rating = this.verdict.rating ?? this.rating;
    } catch (error) {
      this.answer = null;
      this.wrong = readable(error);
    }
    this.isBusy = false;
    this.changed();
  }

  /** Whose seats they are is not told: seats have no names but their own. */
  private take(problem: Problem): void {
    for (const seat of SEATS) problem.state.seats[seat] = null;
    this.problem = problem;
    this.answer = this.verdict = null;
  }
}

export function isSame(one: Action, other: Action): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(action: Action): [string, unknown][] {
  return Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1));
}
