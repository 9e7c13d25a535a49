import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createQwenHome, expectNoProcesses, hold, startScriptedModel, text, tool } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { callProgram, startProgram } from './support/program.js';
import { stderrShows } from './support/stderr-shows.js';

const RESUME = /^To continue: agentmount run qwen --resume (\S+) "…"$/m;

describe('agentmount run qwen', () => {
  it('prints the answer on stdout and nothing else, and goes on with the session', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'Written.\n', rest: 'It says hello.' });
    model.script('write the greeting', [
      tool('write_file', { file_path: join(home.work, 'greeting.txt'), content: 'Hello.\n' }),
      held,
    ]);
    model.script('and now', [
      (request) => text(`You had said: ${JSON.stringify(request.body).includes('write the greeting')}.`),
    ]);

    await using program = await startProgram(['run', 'qwen', 'write the greeting'], home);
    program.endInput();
    // Where no terminal is, each change is a line of its own; changes that come close together share one.
    await stderrShows(program, /^qwen: running: .* · 1 tool call: write_file.* · 100 in \/ 5 out/m);
    held.release();
    expect(await program.waitForExit()).toEqual({ code: 0, signal: null });
    await program.outputEnded;
    expect(program.lines).toEqual(['Written.', 'It says hello.']);
    expect(await readFile(join(home.work, 'greeting.txt'), 'utf8')).toBe('Hello.\n');
    const stderr = program.stderr();
    expect(stderr).not.toContain('\x1b');
    expect(stderr).toMatch(/^qwen: starting: /m);
    expect(stderr).toMatch(/^qwen: running: .* · session \S+ · model \S+ · \//m);
    expect(stderr).toMatch(/^qwen: \S+ · 2 turns · 1 tool call: write_file · 200 in \/ 10 out · /m);
    expect(stderr).toMatch(/^qwen wrote: greeting\.txt$/m);
    const session = RESUME.exec(stderr)?.[1] ?? '';

    const second = await callProgram(['run', 'qwen', '--resume', session, '--json', '-'], home, 'and now\n');
    expect(second.code).toBe(0);
    expect(second.stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(second.stdout)).toMatchObject({
      agent: 'qwen',
      status: 'completed',
      session,
      answer: 'You had said: true.',
      cwd: home.work,
      usage: { inputTokens: 100, outputTokens: 5 },
      resumable: true,
    });
    expect(second.stderr).not.toMatch(RESUME);
    await expectNoProcesses(home);
  });

  it('refuses before anything starts what cannot be, in the words of this command line', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const refused = async (args: readonly string[], input = '') => {
      const result = await callProgram(['run', 'qwen', ...args], home, input);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      return result.stderr;
    };
    expect(await refused(['x', '--approval-mode', 'all'])).toBe(
      'agentmount run: --approval-mode: must be one of plan, default, auto-edit, auto, yolo\n',
    );
    expect(await refused(['x', '--aproval-mode', 'yolo'])).toBe(
      'agentmount run: there is no flag --aproval-mode; did you mean --approval-mode?\n',
    );
    expect(await refused(['x', '--cwd', 'nowhere'])).toBe(
      `agentmount run: --cwd: ${join(home.work, 'nowhere')} cannot be used (no such directory)\n`,
    );
    expect(await refused(['x', '--resume', '../../x'])).toContain('--resume: "../../x" is not a Qwen Code session id');
    expect(await refused(['x', '--timeout-ms', 'soon'])).toContain('--timeout-ms must be a whole number');
    expect(await refused(['x', '--model'])).toContain('--model needs a value');
    expect(await refused(['fix', 'the', 'test'])).toContain('put it in quotes');
    expect(await refused([])).toContain('the task on stdin is empty');
    expect(await refused(['x', '--effort', 'low', '--transport', 'print'])).toContain('--effort: not possible on');
    const json = await callProgram(['run', 'qwen', 'x', '--json', '--model=-x'], home);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ agent: 'qwen', status: 'refused', cause: { class: 'argument' } });
    expect(model.requests).toEqual([]);
  });

  it('says how to install an agent that is not there', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const env = { ...home.env, QWEN_MCP_BIN: 'no-such-program' };
    const { code, stderr } = await callProgram(['run', 'qwen', 'x'], { ...home, env });
    expect(code).toBe(3);
    expect(stderr).toContain('no-such-program');
  });

  it('lets the agent stop after Ctrl-C and keeps its session', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'I have begun. ', rest: 'Done.' });
    model.script('a long task', [held]);
    model.script('go on', [text('Gone on.')]);
    await using program = await startProgram(['run', 'qwen', 'a long task'], home);
    program.endInput();
    await held.started;
    await stderrShows(program, /model \S+ · /);
    program.kill('SIGINT');
    expect(await program.waitForExit()).toEqual({ code: 130, signal: null });
    expect(program.lines).toEqual([]);
    expect(program.stderr()).toContain('Stopping; what it has done so far stays in its session.');
    await expectNoProcesses(home);
    const session = /agentmount run qwen --resume (\S+) "…"/.exec(program.stderr())?.[1] ?? '';
    expect(await callProgram(['run', 'qwen', '--resume', session, 'go on'], home)).toMatchObject({
      code: 0,
      stdout: 'Gone on.\n',
    });
  });
});
