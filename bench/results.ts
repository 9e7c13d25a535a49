import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './figures/benchmark.js';
import { chart } from './figures/chart.js';
import type { Machine } from './machine.js';

/** What a benchmark found, and on what machine. */
export interface Result extends Outcome {
  readonly machine: Machine;
}

/** Results by the names of their benchmarks. */
export type Results = Readonly<Record<string, Result>>;

const FIGURES = 'figures.json';
const CHART = 'chart.svg';

/** The results of an earlier run in a folder; none where there is no file. @throws SyntaxError for a file that is not JSON */
export async function readResults(folder: string): Promise<Results> {
  const content = await readFile(join(folder, FIGURES), 'utf8').catch(() => '{}');
  return JSON.parse(content) as Results;
}

/**
 * Writes the figures as JSON and the chart as SVG. Benchmarks that did not run keep what an earlier run found.
 * @param order names of all benchmarks as the chart is to show them
 */
export async function writeResults(folder: string, results: Results, order: readonly string[]): Promise<void> {
  const all: Results = { ...(await readResults(folder)), ...results };
  const sorted = order.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]] as const]));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, FIGURES), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  const groups = sorted.flatMap(([, { chart: own = [] }]) => own);
  await writeFile(join(folder, CHART), chart('Times and memory, shorter is better', groups));
}
