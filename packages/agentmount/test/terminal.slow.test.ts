import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  expectNoProcesses,
  hold,
  noTmux,
  type Screen,
  startScreen,
  startScriptedModel,
  text,
  tool,
  waitFor,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from './support/program.js';

/** Where a line of the screen is what the program says, whatever the width. */
function start(home: AgentHome, args: readonly string[]): Screen {
  return startScreen(home.directory, [process.execPath, PROGRAM, 'run', 'qwen', ...args], home.env, home.work);
}

async function over(screen: Screen): Promise<number> {
  await waitFor(() => screen.isOver(), { timeoutMs: 120_000, what: () => `the end of the program:\n${screen.text()}` });
  return screen.exitCode();
}

const title = noTmux === undefined ? 'agentmount run on a terminal' : `agentmount run on a terminal (${noTmux})`;

describe.runIf(noTmux === undefined)(title, { timeout: 300_000 }, () => {
  it('shows one line that is rewritten, and leaves the answer and the figures', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'It is ', rest: 'done.' });
    model.script('count', [tool('list_directory', { path: home.work }), held]);
    await using screen = start(home, ['count']);
    await held.started;
    await screen.waitFor(/^qwen · running: \d.* · 1 tool call: list_directory/m);
    // The clock goes on although nothing happens.
    const [before] = /running: \S+/.exec(screen.text()) ?? [];
    await waitFor(() => !screen.text().includes(`${before} `), { what: 'the clock to go on' });
    expect(screen.text().match(/qwen · /g)).toHaveLength(1);
    held.release();
    expect(await over(screen)).toBe(0);
    const lines = screen.everything().trim().split('\n');
    expect(lines[0]).toBe('It is done.');
    expect(lines[1]).toMatch(/^qwen: \S+ · 2 turns · 1 tool call: list_directory · 200 in \/ 10 out · /);
    expect(screen.everything()).not.toContain('qwen · ');
    await expectNoProcesses(home);
  });

  it('asks what the agent asks, and takes no yes that was typed before', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const shell = (name: string) =>
      tool('run_shell_command', { command: `touch ${name}`, description: 'A trace', is_background: false });
    const held = hold({ firstWords: 'First ', rest: 'this.' });
    model.script('leave traces', [shell('one'), shell('two'), text('One of them is there.')]);
    model.script('hold on', [held]);
    await using screen = start(home, ['--approval-mode', 'default', 'leave traces']);
    // Typed before anything was asked: the terminal has it ready when the question comes.
    screen.type('y');
    screen.press('Enter');
    await screen.waitFor('That was typed before the question could be read.');
    await screen.waitFor(
      /asks to use run_shell_command in .*:[\s\S]*"touch one"[\s\S]*Allow it\? y or n, then Enter:\s*$/,
    );
    await expect(readFile(join(home.work, 'one'))).rejects.toThrow('ENOENT');
    // No person reads a question in less than half a second; nor does this one.
    const asked = performance.now();
    await waitFor(() => performance.now() - asked > 700, { what: 'the time that reading takes' });
    screen.type('perhaps');
    screen.press('Enter');
    screen.type('y');
    screen.press('Enter');
    await screen.waitFor(/"touch two"[\s\S]*Allow it\? y or n, then Enter:\s*$/);
    expect(await readdir(home.work)).toContain('one');
    const askedAgain = performance.now();
    await waitFor(() => performance.now() - askedAgain > 700, { what: 'the time that reading takes' });
    screen.type('n');
    screen.press('Enter');
    await screen.waitFor('One of them is there.');
    expect(await over(screen)).toBe(0);
    expect(await readdir(home.work)).not.toContain('two');
    await expectNoProcesses(home);
  });

  it('asks on the terminal also when the task came through a pipe', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    model.script('leave a trace', [
      tool('run_shell_command', { command: 'touch trace', description: 'A trace', is_background: false }),
      text('It is there.'),
    ]);
    const line = `echo leave a trace | "${process.execPath}" "${PROGRAM}" run qwen --approval-mode default`;
    await using screen = startScreen(home.directory, ['/bin/sh', '-c', line], home.env, home.work);
    await screen.waitFor(/"touch trace"[\s\S]*Allow it\? y or n, then Enter:\s*$/);
    const asked = performance.now();
    await waitFor(() => performance.now() - asked > 700, { what: 'the time that reading takes' });
    screen.type('yes');
    screen.press('Enter');
    await screen.waitFor('It is there.');
    expect(await over(screen)).toBe(0);
    expect(await readdir(home.work)).toContain('trace');
    await expectNoProcesses(home);
  });

  it('stops politely at the first Ctrl-C', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const held = hold({ firstWords: 'I have begun. ', rest: 'Done.' });
    model.script('a long task', [held]);
    await using screen = start(home, ['a long task']);
    await held.started;
    await screen.waitFor(/qwen · running: /);
    screen.press('C-c');
    expect(await over(screen)).toBe(130);
    expect(screen.everything()).toContain('Stopping; what it has done so far stays in its session.');
    expect(screen.everything()).toMatch(/To continue it:\s+agentmount run qwen --resume /);
    await expectNoProcesses(home);
  });

  it('ends everything at once at the second Ctrl-C', async () => {
    await using model = await startScriptedModel();
    // Graces that no test would live to see the end of.
    const graces = { QWEN_MCP_INTERRUPT_GRACE_MS: '600000', QWEN_MCP_KILL_GRACE_MS: '600000' };
    await using home = await createQwenHome({ model, env: graces });
    // An agent that takes the task, and hears neither its own stop nor SIGTERM.
    const deaf = join(home.directory, 'deaf-qwen');
    await writeFile(deaf, DEAF, { mode: 0o755 });
    await using screen = startScreen(
      home.directory,
      [process.execPath, PROGRAM, 'run', 'qwen', 'a long task'],
      { ...home.env, QWEN_MCP_BIN: deaf },
      home.work,
    );
    await screen.waitFor(/qwen · (starting|running): /);
    await waitFor(async () => (await readdir(home.directory)).includes('deaf-is-up'), { what: 'the agent to be up' });
    screen.press('C-c');
    await screen.waitFor('Once more ends it at once.');
    expect(screen.isOver()).toBe(false);
    screen.press('C-c');
    expect(await over(screen)).toBe(130);
    expect(screen.everything()).toContain('Ending it at once.');
    await expectNoProcesses(home);
  });
});

const DEAF = `#!/bin/sh
[ "$1" = --version ] && echo 0.24.4 && exit
trap '' TERM INT
: > "$(dirname "$0")/deaf-is-up"
while :; do sleep 1; done
`;
