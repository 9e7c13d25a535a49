import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createQwenHome, expectNoProcesses, hold, startScriptedModel, status, text, tool } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { callProgram, startProgram } from './support/program.js';
import { stderrShows } from './support/stderr-shows.js';

const RESUME = /^To continue: agentmount run qwen --resume (\S+) "…"$/m;

describe('agentmount run qwen', () => {
  it('prints the answer on stdout and nothing else, and goes on with the session', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    model.script('write the greeting', [
      tool('write_file', { file_path: join(home.work, 'greeting.txt'), content: 'Hello.\n' }),
      text('Written.\nIt says hello.'),
    ]);
    model.script('and now', [(request) => text(`You had said: ${request.text.includes('write the greeting')}.`)]);

    const first = await callProgram(['run', 'qwen', 'write the greeting'], home);
    expect(first).toMatchObject({ code: 0, stdout: 'Written.\nIt says hello.\n' });
    expect(await readFile(join(home.work, 'greeting.txt'), 'utf8')).toBe('Hello.\n');
    // Where no terminal is, each change is a line of its own.
    expect(first.stderr).not.toContain('\x1b');
    expect(first.stderr).toMatch(/^qwen: starting: /m);
    expect(first.stderr).toMatch(/^qwen: running: .* · session \S+ · model \S+ · \//m);
    expect(first.stderr).toMatch(/^qwen: running: .* · 1 tool call: write_file.* · 100 in \/ 5 out$/m);
    expect(first.stderr).toMatch(/^qwen: \S+ · 2 turns · 1 tool call: write_file · 200 in \/ 10 out · /m);
    expect(first.stderr).toMatch(/^qwen wrote: greeting\.txt$/m);
    const session = RESUME.exec(first.stderr)?.[1] ?? '';

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

  it("takes the adapter's options as flags, and denies what the agent asks when there is no terminal", async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const trace = join(home.work, 'trace');
    model.script('leave a trace', [
      tool('run_shell_command', { command: `touch ${trace}`, description: 'A trace', is_background: false }),
      text('I was not allowed to.'),
    ]);
    const result = await callProgram(['run', 'qwen', '--approval-mode=default'], home, 'leave a trace');
    expect(result).toMatchObject({ code: 0, stdout: 'I was not allowed to.\n' });
    await expect(readFile(trace)).rejects.toThrow('ENOENT');
    expect(result.stderr).toMatch(/^\[warning: run_shell_command was not allowed: .*\]$/m);
    await expectNoProcesses(home);
  });

  it('says why there is no answer, with an exit code for the kind of reason', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    model.script('refused', [status(401)]);
    const denied = await callProgram(['run', 'qwen', 'refused'], home);
    expect(denied).toMatchObject({ code: 3, stdout: '' });
    expect(denied.stderr).toMatch(/^\[error: .*\]$/m);
    expect(denied.stderr).toMatch(/^To mend it: /m);

    model.script('slow', [hold({ firstWords: 'It takes its time. ', rest: 'Done.' })]);
    const late = await callProgram(['run', 'qwen', 'slow', '--timeout-ms', '20000', '--json'], home);
    expect(late.code).toBe(124);
    expect(JSON.parse(late.stdout)).toMatchObject({ status: 'failed', cause: { class: 'timeout' }, timeoutMs: 20_000 });
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

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('lets the agent stop after %s and keeps its session', async (signal, code) => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'I have begun. ', rest: 'Done.' });
    model.script('a long task', [held]);
    model.script('go on', [text('Gone on.')]);
    await using program = await startProgram(['run', 'qwen', 'a long task'], home);
    program.endInput();
    await held.started;
    await stderrShows(program, /model \S+ · /);
    program.kill(signal);
    expect(await program.waitForExit()).toEqual({ code, signal: null });
    expect(program.lines).toEqual([]);
    expect(program.stderr()).toContain('Stopping; what it has done so far stays in its session.');
    await expectNoProcesses(home);
    const session = /agentmount run qwen --resume (\S+) "…"/.exec(program.stderr())?.[1] ?? '';
    expect(await callProgram(['run', 'qwen', '--resume', session, 'go on'], home)).toMatchObject({
      code: 0,
      stdout: 'Gone on.\n',
    });
  });

  it('leaves nothing running when it is killed itself', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'I have begun. ', rest: 'Done.' });
    model.script('a long task', [held]);
    await using program = await startProgram(['run', 'qwen', 'a long task'], home);
    program.endInput();
    await held.started;
    program.kill('SIGKILL');
    await program.exited;
    await expectNoProcesses(home);
  });
});
