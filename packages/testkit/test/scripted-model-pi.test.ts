import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createPiHome,
  expectNoProcesses,
  hold,
  processesWith,
  startLineProcess,
  startScriptedModel,
  status,
  text,
  tools,
  waitFor,
} from '../src/index.js';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the real pi runs parallel tools over rpc, retries a failure, and is held', async () => {
  await using model = await startScriptedModel();
  await using home = await createPiHome({ model });
  const held = hold({ firstWords: 'Both are ', rest: 'done.' });
  model.script('write two files', [
    tools(
      [
        { name: 'bash', arguments: { command: 'echo one > one.txt' } },
        { name: 'write', arguments: { path: 'two.txt', content: 'two' } },
      ],
      { text: 'I write them.' },
    ),
    status(500, 'the scripted model is tired'),
    held,
  ]);
  await using pi = await startLineProcess({
    command: home.bin,
    args: ['--mode', 'rpc'],
    env: home.env,
    cwd: home.work,
  });
  await pi.write(`${JSON.stringify({ id: 1, type: 'prompt', message: 'write two files' })}\n`);
  await held.started;
  await waitFor(() => pi.lines.some((line) => line.includes('Both are')), { what: 'the first words' });
  expect(pi.lines.some((line) => line.includes('agent_settled'))).toBe(false);
  const found = await processesWith({ environment: { AGENTMOUNT_TEST_ID: home.testId } });
  expect(found.map(({ pid }) => pid)).toEqual([pi.pid]);
  held.release();
  await waitFor(() => pi.lines.some((line) => line.includes('"agent_settled"')), { what: 'pi to settle' });
  pi.endInput();
  expect(await pi.waitForExit()).toEqual({ code: 0, signal: null });

  expect(model.requests.map(({ step }) => step)).toEqual([0, 1, 2]);
  expect(model.requests.at(-1)?.toolResults).toHaveLength(2);
  expect(await readFile(join(home.work, 'one.txt'), 'utf8')).toBe('one\n');
  expect(await readFile(join(home.work, 'two.txt'), 'utf8')).toBe('two');
  expect(pi.lines.some((line) => line.includes('Both are done.'))).toBe(true);
  await expectNoProcesses(home);
});

test('the real pi sends an image that the model can see', async () => {
  await using model = await startScriptedModel();
  await using home = await createPiHome({ model });
  model.script(
    (request) => request.images.length === 1,
    [text('A pixel.', { thinking: 'Very small.', usage: { input: 300, output: 20, cached: 200, reasoning: 8 } })],
  );
  await using pi = await startLineProcess({
    command: home.bin,
    args: ['--mode', 'rpc', '--model', 'fake/fake-think'],
    env: home.env,
    cwd: home.work,
  });
  const images = [{ type: 'image', data: pixel, mimeType: 'image/png' }];
  await pi.write(`${JSON.stringify({ id: 1, type: 'prompt', message: 'What is this?', images })}\n`);
  const settled = () => pi.lines.find((line) => line.includes('"agent_settled"'));
  await waitFor(settled, { what: 'pi to settle' });
  const ended = pi.lines.map((line) => JSON.parse(line)).findLast(({ type }) => type === 'message_end');
  expect(ended.message.content).toMatchObject([{ type: 'thinking', thinking: 'Very small.' }, { text: 'A pixel.' }]);
  expect(ended.message.usage).toMatchObject({ input: 100, cacheRead: 200, output: 20, reasoning: 8 });
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.body.model).toBe('fake-think');
});
