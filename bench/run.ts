// Runs the benchmarks that are named, or all, and prints a table of each; with `--json FILE` the figures go there as well.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { flood } from './server/flood.js';
import { lines } from './server/lines.js';
import { type Measurement, table } from './server/measurement.js';
import { starts } from './server/starts.js';

const all = [flood, lines, starts];
const words = process.argv.slice(2);
const json = words.includes('--json') ? words[words.indexOf('--json') + 1] : undefined;
const names = words.filter((word, index) => !word.startsWith('-') && words[index - 1] !== '--json');
const unknown = names.find((name) => !all.some((benchmark) => benchmark.name === name));
if (unknown !== undefined || (words.includes('--json') && json === undefined)) {
  console.error(`Usage: pnpm bench [${all.map(({ name }) => name).join('] [')}] [--json FILE]`);
  process.exit(2);
}

const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 1e9),
  loadBefore: loadavg()[0] ?? 0,
  date: new Date().toISOString().slice(0, 10),
};
console.log(
  `${machine.node} on ${machine.platform}, ${machine.cores} cores, ${machine.memoryGb} GB; load ${machine.loadBefore.toFixed(1)} before the first.`,
);

const results: Record<string, readonly Measurement[]> = {};
for (const benchmark of all) {
  if (names.length > 0 && !names.includes(benchmark.name)) continue;
  const measurements = await benchmark.run();
  results[benchmark.name] = measurements;
  console.log(`\n${benchmark.name}: ${benchmark.about}\n\n${table(measurements)}`);
}
if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
