import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createQwenHome, expectNoProcesses, hold, startScriptedModel, status, text, tool } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { callProgram, startProgram } from './support/program.js';

describe('agentmount run qwen, at length', () => {
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

  it('lets the agent stop after SIGTERM', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'I have begun. ', rest: 'Done.' });
    model.script('a long task', [held]);
    await using program = await startProgram(['run', 'qwen', 'a long task'], home);
    program.endInput();
    await held.started;
    program.kill('SIGTERM');
    expect(await program.waitForExit()).toEqual({ code: 143, signal: null });
    await expectNoProcesses(home);
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
