/**
 * Drives the server as a host does: asks qwen for an opinion and pi for a second one, at the same time, and goes on with one of the
 * sessions. The agents are the real ones, on a scripted model; what it shows it also asserts.
 */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import {
  connectClient,
  createPiHome,
  createQwenHome,
  expectNoProcesses,
  startScriptedModel,
  text,
} from '@agentmount/testkit';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));

/** Runs the example; `say` gets what a reader would see. */
export async function runExample(say: (line: string) => void): Promise<void> {
  await using model = await startScriptedModel();
  await using qwen = await createQwenHome({ model });
  await using pi = await createPiHome({ model });
  model.script('Which of the two parsers is faster?', [text('The second one: it scans each byte once.')]);
  model.script('And what speaks against it?', [text('It holds the whole input in memory.')]);

  // Each agent in its own home; a person's machine has both in one.
  const env = {
    ...pi.env,
    ...qwen.env,
    PI_CODING_AGENT_DIR: `${pi.home}/.pi/agent`,
    QWEN_MCP_BIN: qwen.bin,
    PI_MCP_BIN: pi.bin,
  };
  const client = await connectClient({ sdk: '2.x', command: process.execPath, args: [SERVER], env, cwd: qwen.work });
  try {
    const tools = (await client.listTools()).map((tool) => tool.name);
    say(`tools: ${tools.join(', ')}`);
    for (const name of ['qwen', 'qwen_reply', 'pi', 'pi_reply']) assert.ok(tools.includes(name), `${name} is missing`);

    const task = { prompt: 'Which of the two parsers is faster?', cwd: qwen.work, wait_ms: 300_000 };
    const [first, second] = await Promise.all([client.call('qwen', task), client.call('pi', task)]);
    for (const [name, answer] of [
      ['qwen', first],
      ['pi', second],
    ] as const) {
      say(`\n${name} answers:\n${answer.text}`);
      assert.equal(answer.isError, false);
      assert.match(answer.text, /The second one: it scans each byte once\./);
    }

    const session = /\[session: ([^\]]+)\]/.exec(second.text)?.[1];
    assert.ok(session, 'the report names its session');
    const reply = await client.call('pi_reply', { session, prompt: 'And what speaks against it?', wait_ms: 300_000 });
    say(`\npi, asked again in its session:\n${reply.text}`);
    assert.match(reply.text, /It holds the whole input in memory\./);
    const asked = await model.waitForRequest('And what speaks against it?');
    assert.match(JSON.stringify(asked.body), /Which of the two parsers is faster\?/, 'the session has its history');
  } finally {
    await client.close();
  }
  await expectNoProcesses(qwen);
  await expectNoProcesses(pi);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runExample((line) => process.stdout.write(`${line}\n`));
}
