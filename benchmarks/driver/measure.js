'use strict';
// CPU from /proc, percentiles, the clock.
const fs = require('fs');

const TICKS = 100; // USER_HZ

function fields(pid) { // of /proc/PID/stat, from the state on
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

// Seconds of CPU of processes with everything that they have started, also what has ended.
function cpuOf(pids) {
  const children = new Map();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(fields(name)[1]);
      children.set(parent, [...(children.get(parent) || []), Number(name)]);
    } catch { /* it has ended */ }
  }
  let ticks = 0;
  const waiting = [...pids];
  while (waiting.length) {
    const pid = waiting.pop();
    try {
      ticks += fields(pid).slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      waiting.push(...(children.get(pid) || []));
    } catch { /* it has ended */ }
  }
  return ticks / TICKS;
}

function busySeconds() { // of all cores, whoever kept them busy
  const [, ...cores] = fs.readFileSync('/proc/stat', 'latin1').split('\n').filter((line) => line.startsWith('cpu'));
  return cores.reduce((sum, line) => {
    const f = line.split(/\s+/).slice(1, 9).map(Number);
    return sum + f.reduce((a, b) => a + b, 0) - f[3] - f[4];
  }, 0) / TICKS;
}

function percentiles(values, ...wanted) {
  const sorted = Float64Array.from(values).sort();
  return wanted.map((p) => sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)]);
}

const now = () => Number(process.hrtime.bigint()) / 1e6; // ms

module.exports = { cpuOf, busySeconds, percentiles, now };
