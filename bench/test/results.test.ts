import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { describeMachine, machineLine } from '../machine.js';
import { type Result, readResults, writeResults } from '../results.js';

const machine = describeMachine();
const result = (title: string): Result => ({
  machine,
  rows: [{ what: title, figures: { s: 1 } }],
  chart: [{ title, unit: 's', bars: [{ label: 'a', value: 1, isOurs: true }] }],
});

it('adds what was measured to what an earlier run found, in the order of the chart', async () => {
  await using folder = await createTemporaryFolder('bench-results');
  const { directory } = folder;
  const order = ['start', 'qwen', 'flood'];
  expect(await readResults(directory)).toEqual({});
  await writeResults(directory, { flood: result('Flood'), start: result('Old start') }, order);
  await writeResults(directory, { start: result('Start'), qwen: result('Qwen') }, order);
  const results = await readResults(directory);
  expect(Object.keys(results)).toEqual(order);
  expect(results.start?.rows[0]?.what).toBe('Start');
  const svg = await readFile(join(directory, 'chart.svg'), 'utf8');
  const titles = [...svg.matchAll(/class="title">([^<]+)</g)].map(([, title]) => title);
  expect(titles).toEqual(['Start', 'Qwen', 'Flood']);
});

it('does not write over figures that it cannot read', async () => {
  await using folder = await createTemporaryFolder('bench-results');
  await writeFile(join(folder.directory, 'figures.json'), 'not JSON');
  await expect(writeResults(folder.directory, { start: result('Start') }, ['start'])).rejects.toThrow(SyntaxError);
  expect(await readFile(join(folder.directory, 'figures.json'), 'utf8')).toBe('not JSON');
});

it('names the machine and the versions in one line', () => {
  expect(machineLine(machine)).toMatch(
    /^\d+ cores .* load [\d.]+; node \d+\.\d+\.\d+, qwen \d+\.\d+\.\d+, pi \d+\.\d+\.\d+, qwen-cli-mcp@0\.3\.0; 20\d\d-/,
  );
});
