// Runs the benchmarks that are named, or all, prints a table of each and says which targets are met. The figures go to
// bench/results, as JSON and as a chart; those of a smoke run (--quick) only where --out says.
import { fileURLToPath } from 'node:url';
import { cancel } from './benchmarks/cancel.js';
import { flood } from './benchmarks/flood.js';
import { frames } from './benchmarks/frames.js';
import { lines } from './benchmarks/lines.js';
import { memoryBenchmark } from './benchmarks/memory.js';
import { start } from './benchmarks/start.js';
import { starts } from './benchmarks/starts.js';
import { piTurns, qwenTurns } from './benchmarks/turns.js';
import { type Order, readOrder } from './command-line.js';
import type { Benchmark } from './figures/benchmark.js';
import { table, verdictTable } from './figures/table.js';
import { describeMachine, machineLine } from './machine.js';
import { type Result, writeResults } from './results.js';

const all: readonly Benchmark[] = [start, memoryBenchmark, qwenTurns, piTurns, cancel, starts, frames, flood, lines];
const known = all.map(({ name }) => name);

async function run({ names, quick, out }: Order): Promise<void> {
  const results: Record<string, Result> = {};
  const folder = out ?? (quick ? undefined : fileURLToPath(new URL('results', import.meta.url)));
  for (const benchmark of all) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    const machine = describeMachine();
    console.log(`\n${benchmark.name}: ${benchmark.about}\n${machineLine(machine)}`);
    const outcome = await benchmark.run({ quick });
    results[benchmark.name] = { machine, ...outcome };
    console.log(`\n${table(outcome.rows)}`);
    if (outcome.verdicts !== undefined) console.log(`\n${verdictTable(outcome.verdicts)}`);
    if (folder !== undefined) await writeResults(folder, results, known);
  }
}

try {
  await run(readOrder(process.argv.slice(2), known));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(`${error.message}\nUsage: pnpm bench [NAME…] [--quick] [--out FOLDER]`);
  process.exitCode = 2;
}
