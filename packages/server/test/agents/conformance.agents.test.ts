import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, installedProgram, startLineProcess } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { mcpServerFactory } from '../../src/mcp/mcp-server.js';
import { conformanceTools } from './conformance-tools.js';
import { serveHttp } from './http-entry.js';

const program = installedProgram('@modelcontextprotocol/conformance');

/** Runs a part of the suite against the server. A failure that the baseline does not name fails, and so does one named that no longer occurs. */
async function conform(baseline: string, ...selection: string[]): Promise<string> {
  await using results = await createTemporaryFolder('conformance');
  await using server = await serveHttp(
    mcpServerFactory({
      name: 'lines-cli-mcp',
      version: '1.2.3',
      instructions: 'It delegates.',
      tools: conformanceTools,
    }),
  );
  const expected = fileURLToPath(new URL(`./${baseline}`, import.meta.url));
  await using run = await startLineProcess({
    command: process.execPath,
    args: [
      program,
      'server',
      '--url',
      server.url,
      ...selection,
      '--expected-failures',
      expected,
      '--output-dir',
      results.directory,
    ],
    env: { PATH: process.env.PATH ?? '', HOME: results.directory },
    cwd: results.directory,
  });
  const { code } = await run.waitForExit(240_000);
  const output = `${run.lines.join('\n')}\n${run.stderr()}`;
  expect(code, output).toBe(0);
  return output;
}

describe('the conformance suite', () => {
  it.each(['2025-11-25', '2026-07-28'])('of %s finds no fault but what the server has not', async (revision) => {
    expect(await conform(`conformance-${revision}.yaml`, '--requirements', revision)).toMatch(/\d+ passed/);
  });

  it.each([
    'lifecycle',
    'capability-negotiation',
    'wire-fields',
    'request-state-removal',
    'mrtr-input',
    'mrtr-composition',
    'request-headers',
    'dispatch-and-envelope',
    'required-task-error',
  ])('finds none in what tasks do: %s', async (name) => {
    expect(await conform('conformance-tasks.yaml', '--scenario', `tasks-${name}`)).toMatch(/Passed: \d|\d+ passed/);
  });
});
