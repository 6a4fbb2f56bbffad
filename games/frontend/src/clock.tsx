// The seconds of a turn, and the bank's once those are spent.

import { useEffect, useState } from "preact/hooks";
import { _, written } from "./words";

const TICK_MS = 250;
const ROUND = 2 * Math.PI * 16;

interface Props {
  deadline: string;
  bankMs: number;
  turnSeconds: number;
  skew: number;
}

export function Clock({ deadline, bankMs, turnSeconds, skew }: Props) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  const left = Math.max(0, Date.parse(deadline) - now - skew);
  const inBank = left <= bankMs;
  const shown = inBank ? left : left - bankMs;
  const whole = inBank ? Math.max(1, bankMs) : turnSeconds * 1000;
  return (
    <span class={`clock ${inBank ? "bank" : ""}`} role="timer" title={inBank ? _("Time bank") : _("Time for this turn")}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="16" />
        <circle cx="20" cy="20" r="16" class="left" stroke-dasharray={`${(ROUND * Math.min(1, shown / whole)).toFixed(1)} ${ROUND}`} />
      </svg>
      <b>{written(Math.ceil(shown / 1000))}</b>
    </span>
  );
}
