import { setTimeout as delay } from 'node:timers/promises';
import { createQwenHome, expectNoProcesses, startScriptedModel, text, tool, waitFor } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { PROGRAM } from '../faults/hostile-setup.js';
import { CrashServer } from './crash-server.js';
import { seededRandom } from './seeded-random.js';

const SEED = Number(process.env.AGENTMOUNT_CRASH_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.AGENTMOUNT_CRASH_REAL_ROUNDS ?? 12);

it(`loses no session of the real qwen in ${ROUNDS} crashes of its server (AGENTMOUNT_CRASH_SEED=${SEED})`, async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model, env: { QWEN_MCP_SPARES: '0' } });
  model.script('work on', [
    tool('run_shell_command', { command: 'sleep 0.3', description: 'A step', is_background: false }),
    tool('run_shell_command', { command: 'sleep 0.3', description: 'Another', is_background: false }),
    text('Done at last.'),
  ]);
  model.script('go on', [text('Going on.')]);
  const told = new Set<string>();
  const options = { command: process.execPath, args: [PROGRAM], cwd: home.work };
  for (let number = 0; number < ROUNDS; number += 1) {
    const random = seededRandom(SEED + number);
    const known = random.chance(0.4) ? [...told][random.whole(Math.max(1, told.size))] : undefined;
    const moment = random.pick(['start', 'told', 'request'] as const);
    const requests = 1 + random.whole(3);
    const after = random.whole(moment === 'start' ? 3_000 : 300);
    const round = `round ${number} of seed ${SEED}: SIGKILL ${after} ms after ${moment}${moment === 'request' ? ` ${requests}` : ''}`;
    const env = { ...home.env, AGENTMOUNT_PROCESS: home.directory };
    const server = await CrashServer.start(`server-${number}`, { ...options, env }, told);
    const before = model.requests.length;
    const prompt = 'work on this';
    const called =
      known === undefined ? server.call('qwen', { prompt }) : server.call('qwen_reply', { session: known, prompt });
    const reached = {
      start: () => true,
      told: () => server.hasTold,
      request: () => model.requests.length - before >= requests,
    };
    await waitFor(reached[moment], { what: `${round}: the moment`, timeoutMs: 90_000 });
    await delay(after);
    server.raw.kill('SIGKILL');
    await called;
    await expectNoProcesses(home, { withinMs: 5_000 }).catch((error: unknown) => {
      throw new Error(round, { cause: error });
    });
    await server.raw.dispose();
  }
  const server = await CrashServer.start(
    'survivor',
    { ...options, env: { ...home.env, AGENTMOUNT_PROCESS: home.directory } },
    told,
  );
  const listed = await server.call('qwen_sessions', {});
  for (const session of [...told]) {
    expect(listed === 'died' ? '' : listed.text).toContain(session);
    const reply = await server.call('qwen_reply', { session, prompt: 'go on' });
    if (reply === 'died') throw new Error(`the server died by itself: ${server.raw.stderr()}`);
    expect(reply.text, `seed ${SEED}`).toContain('Going on.');
  }
  expect(told.size).toBeGreaterThan(0);
  await server.raw.dispose();
  await expectNoProcesses(home);
}, 1_800_000);
