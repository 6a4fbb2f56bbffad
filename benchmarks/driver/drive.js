'use strict';
// Load driver: M tables × 4 seats play random legal moves; one JSON line of figures for each window.
// node drive.js '{"server": "tarneeb" or "boardgame", "url": "http://…" or several, "tables": 50, "think": 0,
//   "windows": [[10, 70]], "parts": {"web": [PID, …], …}}'
// A window runs from one average age of the tables, in moves, to another: servers of different speed are
// compared at matches of equal age.
const { cpuOf, busySeconds, percentiles, now } = require('./measure');
const { Table } = require('./table');

const OPENED_AT_ONCE = 4;
const LEAVING = 500; // ms
const cell = JSON.parse(process.argv[2]);
const { Service } = require(`./${cell.server}`);

function sample() {
  const cpu = Object.fromEntries(Object.entries(cell.parts).map(([name, pids]) => [name, cpuOf(pids)]));
  const { user, system } = process.cpuUsage();
  return { at: now() / 1000, cpu, driver: (user + system) / 1e6, busy: busySeconds() };
}

function figures(a, b, latencies, errors) {
  const seconds = b.at - a.at, moves = latencies.length;
  const cpu = Object.fromEntries(Object.keys(b.cpu).map((name) => [name, (1000 * (b.cpu[name] - a.cpu[name])) / moves]));
  const driver = (b.driver - a.driver) / seconds;
  const ours = Object.keys(b.cpu).reduce((sum, name) => sum + b.cpu[name] - a.cpu[name], 0) / seconds;
  const [p50, p95, p99] = percentiles(latencies, 50, 95, 99);
  return { moves, seconds, moves_per_s: moves / seconds, p50_ms: p50, p95_ms: p95, p99_ms: p99, cpu_parts: cpu,
    driver_share: driver, others_share: (b.busy - a.busy) / seconds - ours - driver, errors };
}

// Play through every window; `on` is whom the tables tell.
function play(tables, on) {
  return new Promise((resolve) => {
    const results = [], windows = [...cell.windows];
    let moves = 0, began = null, latencies = [], errors = {};
    const begins = () => moves >= windows[0][0] * tables.length && !began;
    const ends = () => moves >= windows[0][1] * tables.length;
    on.error = (what) => { errors[what] = (errors[what] || 0) + 1; };
    on.done = (ms) => {
      if (!windows.length) return;
      moves++;
      if (began) latencies.push(ms);
      if (begins()) { began = sample(); latencies = []; errors = {}; }
      if (!ends()) return;
      results.push(figures(began, sample(), latencies, errors));
      began = null;
      windows.shift();
      if (!windows.length) resolve(results);
    };
    tables.forEach((table) => table.start());
  });
}

(async () => {
  const service = new Service(cell.url);
  const on = { done() {}, error(what) { throw new Error(what); } };
  const tables = [];
  while (tables.length < cell.tables) {
    const some = Math.min(OPENED_AT_ONCE, cell.tables - tables.length);
    tables.push(...await Promise.all(Array.from({ length: some }, () => Table.at(service, cell.think, on))));
  }
  const results = await play(tables, on);
  tables.forEach((table) => table.stop());
  await new Promise((resolve) => setTimeout(resolve, LEAVING));
  tables.forEach((table) => table.close());
  console.log(JSON.stringify(results));
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
