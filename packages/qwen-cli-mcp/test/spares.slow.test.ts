import { appendFile, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { expectNoProcesses, hold, type McpClient, processesWith, waitFor } from '@agentmount/testkit';
import { type Scenario, sessionOf, startScenario } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

/** The processes of qwen that run or wait; the server's watchdog has nothing of the test's environment. */
async function qwens(scenario: Scenario, client: McpClient): Promise<number[]> {
  const all = await processesWith({ environment: { AGENTMOUNT_TEST_ID: scenario.home.testId } });
  return all.filter(({ pid }) => pid !== client.pid).map(({ pid }) => pid);
}

/** Makes a call, and gives its report and the processes that there were while the model was asked. */
async function turn(scenario: Scenario, client: McpClient, prompt: string, given: Record<string, unknown> = {}) {
  const held = hold({ firstWords: '', rest: `Answer to ${prompt}` });
  scenario.model.script(prompt, [held]);
  const tool = given.session === undefined ? 'qwen' : 'qwen_reply';
  const call = client.call(tool, { prompt, ...given }, { timeoutMs: 110_000 });
  await Promise.race([held.started, call]);
  const during = await qwens(scenario, client);
  held.release();
  const { text: report, isError } = await call;
  expect(isError, report).toBe(false);
  expect(report).toContain(`Answer to ${prompt}`);
  return { report, during };
}

/** The process that waits, once it is the only one. */
function waiting(scenario: Scenario, client: McpClient, not: readonly number[]): Promise<number> {
  return waitFor(
    async () => {
      const [pid, ...others] = await qwens(scenario, client);
      return others.length === 0 && pid !== undefined && !not.includes(pid) && pid;
    },
    { what: 'one process of qwen to wait' },
  );
}

const only = async (scenario: Scenario, client: McpClient) =>
  expectNoProcesses(scenario.home, { except: ({ pid }) => pid === client.pid });

// With less than 2 GB free, none is kept.
describe.skipIf(freemem() < 4e9)('a qwen that waits for the next call', () => {
  it('was there before the call, serves it alone, and is replaced; none outlives the server', async () => {
    await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
    const client = await scenario.connect();
    expect(await qwens(scenario, client)).toEqual([]);
    const first = await turn(scenario, client, 'First.');
    const spare = await waiting(scenario, client, first.during);
    // A session of its own, and another model request: it had been asked nothing.
    expect(scenario.model.requests).toHaveLength(1);
    const second = await turn(scenario, client, 'Second.');
    expect(second.during).toEqual([spare]);
    expect(sessionOf(second.report)).not.toBe(sessionOf(first.report));
    await waiting(scenario, client, [spare]);
    await client.close();
    await expectNoProcesses(scenario.home);
  }, 240_000);

  it.each([
    ['its context file', 'QWEN.md', (file: string) => writeFile(file, 'Remember the word heliotrope.\n')],
    ['a setting', join('..', 'home', '.qwen', 'settings.json'), (file: string) => appendFile(file, '\n')],
  ])(
    'makes way when %s changes',
    async (_, name, change) => {
      await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
      const client = await scenario.connect();
      const first = await turn(scenario, client, 'First.');
      const spare = await waiting(scenario, client, first.during);
      await change(join(scenario.home.work, name));
      const second = await turn(scenario, client, 'Second.');
      expect(second.during).not.toEqual([spare]);
      await waitFor(async () => !(await qwens(scenario, client)).includes(spare), { what: 'the stale one to be gone' });
      const asked = JSON.stringify(scenario.model.requests.at(-1)?.body);
      expect(asked.includes('heliotrope')).toBe(name === 'QWEN.md');
    },
    240_000,
  );

  it('that was killed is noticed by nobody', async () => {
    await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
    const client = await scenario.connect();
    const first = await turn(scenario, client, 'First.');
    const spare = await waiting(scenario, client, first.during);
    process.kill(spare, 'SIGKILL');
    const { report } = await turn(scenario, client, 'Second.');
    expect(report).toMatch(/^\[session: \S+\]\n\nAnswer to Second\.\n\n---\nqwen: /);
    expect(report).not.toMatch(/warning|note|error/i);
  }, 240_000);
});

it.each([
  ['spares are turned off', { SPARES: '0' }, {}],
  ['the server is itself inside a delegated agent', { SPARES: '1' }, { AGENTMOUNT_DEPTH: '1' }],
])(
  'no qwen waits where %s',
  async (_, variables, environment) => {
    await using scenario = await startScenario(qwenAgent, variables);
    const client = await scenario.connect({ env: { ...scenario.home.env, ...environment } });
    await turn(scenario, client, 'First.');
    await only(scenario, client);
    const second = await turn(scenario, client, 'Second.');
    expect(second.during).toHaveLength(1);
    await only(scenario, client);
  },
  240_000,
);

it('with KEEP_MS a reply is served by the process of the turn before it, and by that alone', async () => {
  await using scenario = await startScenario(qwenAgent, { SPARES: '0', KEEP_MS: '3600000' });
  const client = await scenario.connect();
  const first = await turn(scenario, client, 'First.');
  const session = sessionOf(first.report);
  expect(first.during).toHaveLength(1);
  expect(await qwens(scenario, client)).toEqual(first.during);
  const reply = await turn(scenario, client, 'And then?', { session });
  expect(reply.during).toEqual(first.during);
  expect(sessionOf(reply.report)).toBe(session);
  // It goes on with its conversation.
  expect(JSON.stringify(scenario.model.requests.at(-1)?.body)).toContain('Answer to First.');
  // Another session gets a process of its own.
  const other = await turn(scenario, client, 'Elsewhere.');
  expect(other.during.filter((pid) => !first.during.includes(pid))).toHaveLength(1);
  await client.close();
  await expectNoProcesses(scenario.home);
}, 240_000);
