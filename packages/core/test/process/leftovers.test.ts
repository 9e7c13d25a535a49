import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { endLeftover, findLeftovers } from '../../src/process/leftovers.js';
import { markerOwner, newMarker } from '../../src/process/marker.js';
import { processTable } from '../../src/process/process-table.js';
import { aliveWith, isRunning, program, specOf, stateOf, until } from './support.js';

/** A server with one agent whose home is `home`, and the watchdog that would end the agent. */
async function startServer(home: string) {
  const spec = specOf('ignores-term.mjs');
  const specs = [{ ...spec, env: { ...spec.env, HOME: home } }];
  const child = spawn(process.execPath, [program('server.mjs'), JSON.stringify(specs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await until('the server to be up', () => text.includes('\n'));
  const { lifeline, agents } = JSON.parse(text) as {
    readonly lifeline: number;
    readonly agents: readonly { readonly pid: number; readonly marker: string }[];
  };
  return { child, pid: child.pid ?? 0, lifeline, agent: agents[0] ?? { pid: 0, marker: '' } };
}

test('what a dead server and its watchdog have left is found and ended; what has an owner is not', async () => {
  const home = `/home/${randomUUID()}`;
  const server = await startServer(home);
  const bystander = await startServer(home);
  expect(await findLeftovers(home)).toEqual([]);

  // A watchdog that is stopped cannot act.
  process.kill(server.lifeline, 'SIGSTOP');
  onTestFinished(() => void process.kill(server.lifeline, 'SIGCONT'));
  await until('the watchdog to be stopped', () => stateOf(server.lifeline) === 'T');
  server.child.kill('SIGKILL');
  await until('the server to be gone', () => !isRunning(server.pid));

  const found = await findLeftovers(home);
  expect(found).toMatchObject([{ server: server.pid, marker: server.agent.marker }]);
  expect(found[0]?.processes.map(({ pid }) => pid)).toEqual([server.agent.pid]);
  expect(await findLeftovers('/home/of-somebody-else')).toEqual([]);

  if (found[0] === undefined) return;
  expect(await endLeftover(found[0], 100)).toEqual([]);
  expect(aliveWith(server.agent.marker)).toEqual([]);
  expect(await findLeftovers(home)).toEqual([]);
  expect(isRunning(bystander.agent.pid)).toBe(true);
  bystander.child.stdin.write('end\n');
  await until('the bystander to be gone', () => !isRunning(bystander.agent.pid));
});

test('a marker names its server, and no other text does', () => {
  const startTime = processTable().startTimeOf(process.pid);
  const marker = newMarker(startTime);
  expect(markerOwner(marker)).toMatchObject({ pid: process.pid, startTime: startTime ?? 0 });
  expect(newMarker(startTime)).not.toBe(marker);
  for (const text of ['', 'outer', randomUUID(), `${marker}x`, `${randomUUID()}-1-2`]) {
    expect(markerOwner(text)).toBeUndefined();
  }
});
