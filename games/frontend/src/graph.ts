// The expected score over a match or a deal, drawn by uPlot. As the reel below it, it runs to the right everywhere.

import uPlot from "uplot";
import { signed } from "./words";

export interface GraphPoint {
  /** Of the stop, among all stops. */
  place: number;
  /** Of the side above the line, less the other's. */
  value: number;
  isMarked: boolean;
}

/** What stands below the graph, and where. */
export interface Division {
  place: number;
  label: string;
}

export interface Drawn {
  /** Where the reader is. */
  show(place: number): void;
  end(): void;
}

const LEAST_RANGE = 4;

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

/** Draws the points, oldest first; `go` hears the place that is chosen. */
export function draw(box: HTMLElement, points: GraphPoint[], divisions: Division[], go: (place: number) => void): Drawn {
  let here = points[0]?.place ?? 0;
  const size = (): { width: number; height: number } => ({ width: box.clientWidth, height: box.clientHeight });
  const axis = { stroke: "#cfdcd4", ticks: { show: false }, font: `12px ${getComputedStyle(document.body).fontFamily}` };
  const places = points.map(({ place }) => place);
  const chart = new uPlot(
    {
      ...size(),
      legend: { show: false },
      padding: [4, 6, 0, 0],
      cursor: { y: false, drag: { setScale: false, x: false }, points: { show: false } },
      scales: { x: { time: false }, y: { range: (_chart, low, high) => range(low, high) } },
      axes: [
        {
          ...axis,
          size: 18,
          gap: 2,
          grid: { stroke: "#ffffff2e", width: 1 },
          splits: (chart) => spaced(divisions, chart).map(({ place }) => place),
          values: (_chart, splits) => splits.map((place) => divisions.find((division) => division.place === place)?.label ?? ""),
        },
        { ...axis, size: 34, gap: 3, grid: { show: false }, space: 24, values: (_chart, splits) => splits.map(signed) },
      ],
      series: [
        {},
        { stroke: () => css("--gold"), fill: "#f2c14e38", fillTo: 0, width: 2, points: { show: false } },
        { paths: () => null, points: { show: true, size: 7, fill: "#ff8a70", stroke: "#173f32", width: 1 } },
      ],
      hooks: { draw: [(chart) => rule(chart, here)] },
    },
    [places, points.map(({ value }) => value), points.map(({ value, isMarked }) => (isMarked ? value : null))],
    box,
  );
  chart.over.addEventListener("click", (event) => {
    const wanted = chart.posToVal(event.offsetX, "x");
    const nearest = places.reduce((best, place) => (Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best), places[0]!);
    go(nearest);
  });
  const resized = new ResizeObserver(() => chart.setSize(size()));
  resized.observe(box);
  return {
    show(place) {
      here = place;
      chart.redraw(false);
    },
    end() {
      resized.disconnect();
      chart.destroy();
    },
  };
}

/** With the line of nought in it, and never so near that nothing looks like much. */
function range(low: number, high: number): [number, number] {
  const [least, most] = [Math.min(low, 0), Math.max(high, 0)];
  const room = Math.max(0, LEAST_RANGE - (most - least)) / 2;
  return [least - room - 0.5, most + room + 0.5];
}

/** As many as can be read. */
function spaced(divisions: Division[], { bbox }: uPlot): Division[] {
  const most = Math.max(1, Math.floor(bbox.width / devicePixelRatio / 28));
  const every = Math.ceil(divisions.length / most);
  return divisions.filter((_division, place) => place % every === 0);
}

/** Lines at nought, and where the reader is. */
function rule({ ctx, bbox, valToPos }: uPlot, here: number): void {
  const [x, y] = [valToPos(here, "x", true), valToPos(0, "y", true)];
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  stroke(ctx, "#cfdcd4", [bbox.left, y, bbox.left + bbox.width, y]);
  ctx.lineWidth = 2 * devicePixelRatio;
  if (x >= bbox.left && x <= bbox.left + bbox.width) stroke(ctx, "#ffffff", [x, bbox.top, x, bbox.top + bbox.height]);
  ctx.restore();
}

function stroke(ctx: CanvasRenderingContext2D, colour: string, [x, y, toX, toY]: [number, number, number, number]): void {
  ctx.strokeStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}
