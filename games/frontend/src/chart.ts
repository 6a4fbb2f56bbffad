// A rating over time, drawn by uPlot: in the page's colours, from its reading side, as wide as there is room.

import uPlot from "uplot";
import type { RatingPoint } from "./contract";
import { dateText, direction, written } from "./words";

const HEIGHT = 260;
const AXIS_WIDTH = 52;
const DAY = 86_400;
/** What a label says, by the seconds from one to the next. */
const PARTS: [from: number, parts: Intl.DateTimeFormatOptions][] = [
  [360 * DAY, { year: "numeric" }],
  [28 * DAY, { month: "short", year: "numeric" }],
  [DAY, { day: "numeric", month: "short" }],
  [0, { hour: "numeric", minute: "2-digit" }],
];
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const LEFT = 3;
const RIGHT = 1;

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

/** Draws the points, oldest first; `read` hears the place of the one under the pointer, or null. What ends it. */
export function draw(box: HTMLElement, points: RatingPoint[], read: (place: number | null) => void): () => void {
  const rtl = direction === "rtl";
  const axis = {
    stroke: () => css("--muted"),
    grid: { stroke: () => css("--line"), width: 1 },
    ticks: { show: false },
    font: `13px ${getComputedStyle(document.body).fontFamily}`,
  };
  const size = (): { width: number; height: number } => ({ width: box.clientWidth, height: HEIGHT });
  const chart = new uPlot(
    {
      ...size(),
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false, x: false } },
      scales: {
        x: { dir: rtl ? -1 : 1 },
        y: { range: (_chart, low, high) => [low - 15, high + 15] },
      },
      axes: [
        { ...axis, space: 80, size: 36, values: (_chart, splits, _axis, _space, step) => splits.map((at) => label(at, step)) },
        { ...axis, side: rtl ? RIGHT : LEFT, size: AXIS_WIDTH, incrs: STEPS, values: (_chart, splits) => splits.map(written) },
      ],
      series: [{}, { stroke: () => css("--accent"), width: 2, points: { show: points.length < 80 } }],
      hooks: { setCursor: [({ cursor }) => read(cursor.idx ?? null)] },
    },
    [points.map(({ at }) => Date.parse(at) / 1000), points.map(({ rating }) => rating)],
    box,
  );
  const resized = new ResizeObserver(() => chart.setSize(size()));
  resized.observe(box);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const recolour = (): void => chart.redraw();
  scheme.addEventListener("change", recolour);
  return () => {
    resized.disconnect();
    scheme.removeEventListener("change", recolour);
    chart.destroy();
  };
}

function label(at: number, step: number): string {
  return dateText(at * 1000, PARTS.find(([from]) => step >= from)![1]);
}
