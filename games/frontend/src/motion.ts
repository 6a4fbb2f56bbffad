// Cards that move: from a hand to the table, and a finished trick to its winner.

const FLIGHT_MS = 220;
export const GATHERING_MS = 320;

/** Where cards last lay in the own hand, by code. */
const lifted = new Map<string, DOMRect>();

export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The own card leaves from here. */
export function lift(card: string, from: Element): void {
  lifted.set(card, from.getBoundingClientRect());
}

/** Let a card arrive where it is drawn: from the hand that held it, else from its player's plate. */
export function fly(card: string, drawn: HTMLElement, plate: Element | null): void {
  const own = lifted.get(card);
  lifted.delete(card);
  const from = own ?? plate?.getBoundingClientRect();
  if (!from || isStill()) return;
  drawn.animate([{ transform: towards(from, drawn, own ? 1.1 : 0.6) }, { transform: "none" }], {
    duration: FLIGHT_MS,
    easing: "cubic-bezier(.2, .7, .3, 1)",
  });
}

/** Draw a finished trick in to who has won it. */
export function gather(drawn: HTMLElement, plate: Element | null): void {
  if (!plate || isStill()) return;
  const home = towards(plate.getBoundingClientRect(), drawn, 0.4);
  drawn.animate([{ transform: "none" }, { transform: home, opacity: 0.2 }], {
    duration: GATHERING_MS,
    easing: "ease-in",
    fill: "forwards",
  });
}

function towards(there: DOMRect, drawn: HTMLElement, scale: number): string {
  const here = drawn.getBoundingClientRect();
  const x = there.x + there.width / 2 - (here.x + here.width / 2);
  const y = there.y + there.height / 2 - (here.y + here.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
