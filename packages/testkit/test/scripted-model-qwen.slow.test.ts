import { expect, test } from 'vitest';
import {
  createQwenHome,
  expectNoProcesses,
  hold,
  startLineProcess,
  startScriptedModel,
  text,
  tool,
  waitFor,
} from '../src/index.js';

const flags = ['--output-format', 'stream-json', '--approval-mode', 'yolo'];

function frames(lines: readonly string[]) {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('the real qwen runs a tool round in print mode', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  model.script('count the files', [
    tool('run_shell_command', { command: 'echo 17' }, { thinking: 'A shell will do.' }),
    (request) =>
      text(`There are ${/\d+/.exec(request.toolResults.at(-1) ?? '')?.[0]} files.`, { usage: { output: 9 } }),
  ]);
  await using qwen = await startLineProcess({ command: home.bin, args: flags, env: home.env, cwd: home.work });
  await qwen.write('Please count the files here.');
  qwen.endInput();
  expect(await qwen.waitForExit(120_000)).toEqual({ code: 0, signal: null });

  const result = frames(qwen.lines).at(-1);
  expect(result).toMatchObject({ type: 'result', subtype: 'success', result: 'There are 17 files.', num_turns: 2 });
  expect(result?.usage).toMatchObject({ input_tokens: 200, output_tokens: 14 });
  expect(model.requests.map(({ step }) => step)).toEqual([0, 1]);
  expect(model.requests.map((request) => request.text)).toEqual(Array(2).fill('Please count the files here.'));
  expect(model.requests.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
  await expectNoProcesses(home);
});

test('an answer to the real qwen is held until released, and its processes are found', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  const held = hold({ firstWords: 'I begin. ', rest: 'I end.' });
  model.script('take your time', [held]);
  await using qwen = await startLineProcess({
    command: home.bin,
    args: [...flags, '--include-partial-messages'],
    env: home.env,
    cwd: home.work,
  });
  await qwen.write('take your time');
  qwen.endInput();
  await held.started;
  await waitFor(() => qwen.lines.some((line) => line.includes('I begin.')), { what: 'the first words' });
  expect(qwen.lines.some((line) => line.includes('I end.'))).toBe(false);
  await expect(expectNoProcesses(home, { withinMs: 50 })).rejects.toThrow(`pid ${qwen.pid}`);

  held.release();
  expect(await qwen.waitForExit(120_000)).toEqual({ code: 0, signal: null });
  expect(frames(qwen.lines).at(-1)).toMatchObject({ result: 'I begin. I end.' });
  await expectNoProcesses(home);
});

test('the model sees that a killed qwen closed its connection', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  const held = hold({ beforeAnyByte: true });
  model.script('wait for me', [held, text('After all.')]);
  await using qwen = await startLineProcess({
    command: home.bin,
    args: flags,
    env: home.env,
    cwd: home.work,
    detached: true,
  });
  await qwen.write('wait for me');
  qwen.endInput();
  const request = await model.waitForRequest('wait for me');
  await held.started;
  expect(request.outcome).toBe('open');
  process.kill(-qwen.pid, 'SIGTERM');
  expect(await request.ended).toBe('client-closed');
  await expectNoProcesses(home);
});
