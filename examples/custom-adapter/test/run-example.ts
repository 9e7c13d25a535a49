/**
 * Drives the server as a host does: hands Abacus a task, goes on in its session, and stops it while it counts. What it shows it also
 * asserts. It is a part of the workspace's tests, not of the template.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectClient } from '@agentmount/testkit';

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Runs the example; `say` gets what a reader would see. */
export async function runExample(say: (line: string) => void): Promise<void> {
  const home = await mkdtemp(join(await realpath(tmpdir()), 'abacus-example-'));
  const env = { PATH: process.env.PATH ?? '', HOME: home, ABACUS_MCP_BIN: file('abacus.mjs') };
  const server = { sdk: '2.x', command: process.execPath, args: [file('server.ts')], env, cwd: home } as const;
  const client = await connectClient(server);
  try {
    const tools = (await client.listTools()).map((tool) => tool.name);
    say(`tools: ${tools.join(', ')}`);
    for (const name of ['abacus', 'abacus_reply', 'abacus_send']) assert.ok(tools.includes(name), `${name} is missing`);

    const first = await client.call('abacus', { prompt: 'add 2 3 > sum.txt', cwd: home });
    say(first.text);
    assert.match(first.text, /That makes 5\./);
    assert.match(first.text, /abacus wrote: sum\.txt/);
    assert.equal(await readFile(join(home, 'sum.txt'), 'utf8'), '5\n');

    const session = /\[session: ([^\]]+)\]/.exec(first.text)?.[1];
    assert.ok(session, 'the report names its session');
    const reply = await client.call('abacus_reply', { session, prompt: 'total' });
    say(reply.text);
    assert.match(reply.text, /The total is 5\./, 'the session has its history');

    const counting = await client.call('abacus', { prompt: 'count', cwd: home, base: '16', wait_ms: 0 });
    const turn = /\[turn: ([^\]]+)\]/.exec(counting.text)?.[1];
    const stopped = await client.call('abacus_send', { turn, command: 'abort' });
    say(stopped.text);
    const report = await client.call('abacus_wait', { turn });
    say(report.text);
    assert.match(report.text, /stopped|aborted|interrupted/i);

    const refused = await client.call('abacus', { prompt: 'total', system_prompt_append: 'Be brief.' });
    assert.equal(refused.isError, true);
    assert.match(refused.text, /abacus has no system prompt/);
  } finally {
    await client.close();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
