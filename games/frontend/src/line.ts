// A line of one's own from a step of a finished match: what comes of it, and what may come next, the server says.

import { call } from "./api";
import type { Action, Card, Match } from "./contract";

/** A step as the address has it. */
export function stepOf(action: Action): string {
  switch (action.action) {
    case "play":
      return action.card;
    case "bid":
      return `${action.amount}${action.no_trump ? "NT" : ""}`;
    case "name_trump":
      return action.trump;
    case "pass":
      return "pass";
  }
}

/** Which of the actions a step means. */
export function actionOf(step: string): Action {
  if (/^[SHDC].$/.test(step)) return { action: "play", card: step as Card };
  if (/^[SHDC]$/.test(step)) return { action: "name_trump", trump: step as "S" };
  if (step === "pass") return { action: "pass" };
  return { action: "bid", amount: Number.parseInt(step, 10), no_trump: step.endsWith("NT") };
}

/** The match as it would stand. Throws Refusal. */
export function readLine(match: string, at: number, steps: readonly string[]): Promise<Match> {
  return call<Match>("GET", `matches/${match}/?at=${at}&line=${steps.join(",")}`);
}
