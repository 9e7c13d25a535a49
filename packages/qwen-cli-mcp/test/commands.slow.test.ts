import { readFile } from 'node:fs/promises';
import { qwenAdapter } from '@agentmount/adapter-qwen';
import { type CommandCall, history, type RunCommand, running, sessions, stop } from '@agentmount/commands';
import type { AgentAdapter } from '@agentmount/core';
import { readSettings } from '@agentmount/server';
import {
  type AgentHome,
  createQwenHome,
  expectNoProcesses,
  hold,
  type McpClient,
  processMatcher,
  resolveProgram,
  startLineProcess,
  startScriptedModel,
  text,
  waitFor,
} from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

/** Runs the built program with words of a person, to its end. */
async function runProgram(home: AgentHome, args: readonly string[], program = qwenAgent.program) {
  await using process_ = await startLineProcess({
    command: process.execPath,
    args: [program, ...args],
    env: home.env,
    cwd: home.work,
  });
  process_.endInput();
  const { code } = await process_.waitForExit();
  await process_.outputEnded;
  return { code, stdout: process_.lines.join('\n'), stderr: process_.stderr() };
}

/** Carries out one of the commands that the program of many agents has, in this process: another one than the servers'. */
async function command(run: RunCommand, { env, home: path, work }: AgentHome, args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const into = (stream: 'stdout' | 'stderr') => ({
    write: (part: string) => {
      written[stream] += part;
    },
  });
  const adapter = qwenAdapter as AgentAdapter;
  const call: CommandCall = {
    program: 'tool',
    args,
    io: { stdout: into('stdout'), stderr: into('stderr'), environment: env, home: path, cwd: work },
    agents: [{ adapter, ...readSettings(adapter, { environment: env, home: path }) }],
  };
  return { code: await run(call), ...written };
}

/** A turn that the model never ends by itself: resolves with its call once the model has begun to speak. */
async function startEndless(scenario: Awaited<ReturnType<typeof startScenario>>, client: McpClient, prompt: string) {
  const held = hold({ firstWords: `I begin with ${prompt}. `, rest: 'Never heard.' });
  scenario.model.script(prompt, [held]);
  const call = client.call('qwen', { prompt });
  await Promise.race([held.started, call]);
  return { call };
}

describe('a person beside two servers', () => {
  it('sees what both do, and stops one turn, which its caller is told', async () => {
    await using scenario = await startScenario(qwenAgent);
    const [first, second] = [await scenario.connect(), await scenario.connect()];
    const { home } = scenario;
    expect(await command(running, home, [])).toEqual({ code: 0, stdout: 'No turn is running.\n', stderr: '' });
    const alpha = await startEndless(scenario, first, 'alpha');
    const beta = await startEndless(scenario, second, 'beta');
    const turns = await waitFor(
      async () => {
        const { turns } = JSON.parse((await command(running, home, ['--json'])).stdout);
        return turns.length === 2 && turns.every((turn: { session?: string }) => turn.session) ? turns : undefined;
      },
      { what: 'both turns with their sessions in the list' },
    );
    expect(turns.map((turn: { server: { pid: number } }) => turn.server.pid).toSorted()).toEqual(
      [first.pid, second.pid].toSorted(),
    );
    const table = (await command(running, home, [])).stdout;
    expect(table).toMatch(/^AGENT +TURN +STATE +FOR +SESSION +SERVER +DIRECTORY\nqwen +t\w{4} +running +/);

    const mine = turns.find((turn: { server: { pid: number } }) => turn.server.pid === first.pid);
    const stopped = await command(stop, home, [mine.turn]);
    expect(stopped).toEqual({
      code: 0,
      stdout: `Stopped qwen ${mine.turn}; session ${mine.session} can be continued.\n`,
      stderr: '',
    });
    const result = await alpha.call;
    expect(result.isError).toBe(true);
    expect(result.text).toContain('[error: a person on this machine stopped the Qwen Code turn]');
    expect(result.text).toContain(`qwen_reply({ session: "${mine.session}"`);
    expect(result.meta['agentmount/report']).toMatchObject({ cause: { class: 'person' }, resumable: true });
    expect(JSON.parse((await command(running, home, ['--json'])).stdout).turns).toHaveLength(1);

    const again = await command(stop, home, [mine.turn]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe(`tool stop: no turn "${mine.turn}" is running; tool running lists them.\n`);

    const all = await command(stop, home, ['--all', '--json']);
    expect(all.code, all.stdout).toBe(0);
    expect((await beta.call).text).toContain('a person on this machine stopped');
    await expectNoProcesses(home, { except: processMatcher({ pids: [first.pid, second.pid] }) });

    scenario.model.script('go on', [text('Going on.')]);
    const reply = await second.call('qwen_reply', { session: mine.session, prompt: 'go on' });
    expect(reply.text).toContain('Going on.');
    const list = await command(sessions, home, []);
    expect(list.stdout).toMatch(new RegExp(`^AGENT +SESSION +STATUS .*\nqwen +${mine.session} +completed +`));
    const said = await command(history, home, [mine.session]);
    expect(said.stdout).toMatch(/user.*:\nalpha\n[\s\S]*user.*:\ngo on\n\nqwen.*:\nGoing on\.\n/);
    const page = await command(history, home, [mine.session, '--limit', '1']);
    expect(page.stderr).toMatch(new RegExp(`^Older: tool history ${mine.session} --cursor h\\w+\\.\\w+\n$`));
  });

  it('is told of a server that does not answer, and ends what one that was killed with its watchdog has left', async () => {
    await using scenario = await startScenario(qwenAgent);
    const { home } = scenario;
    const client = await scenario.connect();
    const { call } = await startEndless(scenario, client, 'gamma');
    const gone = expect(call).rejects.toThrow();
    const watchdog = await waitFor(() => watchdogOf(client.pid), { what: 'the watchdog' });
    await waitFor(async () => JSON.parse((await command(running, home, ['--json'])).stdout).turns.length === 1, {
      what: 'the turn in the list',
    });
    process.kill(client.pid, 'SIGSTOP');
    const unheard = await command(stop, home, ['--all']);
    expect(unheard.code).toBe(1);
    expect(unheard.stdout).toMatch(
      new RegExp(`^Server ${client.pid} on .* did not take the request .*\\(kill ${client.pid}\\)`),
    );

    process.kill(watchdog, 'SIGSTOP');
    client.kill('SIGKILL');
    await client.exited;
    await gone;
    const left = await waitFor(
      async () => {
        const { turns, leftovers } = JSON.parse((await command(running, home, ['--json'])).stdout);
        return turns.length === 0 && leftovers.length === 1 ? leftovers[0] : undefined;
      },
      { what: 'the leftovers in the list' },
    );
    expect(left.server).toBe(client.pid);
    expect((await command(running, home, [])).stdout).toContain(`Left over from server ${client.pid}, which is dead: `);
    const ended = await command(stop, home, ['--all']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(new RegExp(`^Ended processes [\\d ]+, left over from server ${client.pid}\\.\n$`));
    process.kill(watchdog, 'SIGCONT');
    await expectNoProcesses(home);
  });
});

/** The watchdog that a server has started, found by its name and its parent. */
async function watchdogOf(server: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8').catch(() => '');
  for (const pid of children.trim().split(' ')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes('agentmount-lifeline')) return Number(pid);
  }
  return undefined;
}

describe('the built program', () => {
  it('lists its commands, and explains each', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const help = await runProgram(home, ['--help']);
    expect(help.stdout).toContain('Usage: qwen-cli-mcp [--help | --version | doctor | hosts]');
    expect((await runProgram(home, ['doctor', '--help'])).stdout).toContain(
      'Usage: qwen-cli-mcp doctor [AGENT…] [--json]',
    );
    expect(await runProgram(home, ['doctr'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'qwen-cli-mcp does not know the argument "doctr"; it takes --help, doctor, hosts and --version, and is set up by environment variables.\n',
    });
  });

  it('examines the agent', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const { code, stdout, stderr } = await runProgram(home, ['doctor']);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Qwen Code \(qwen\)\n {2}ok +program .*\n {2}ok +version +0\.24\.4/);
    await expectNoProcesses(home);
  });

  it('writes itself into the settings of Qwen Code, which then connects to it', async () => {
    await using model = await startScriptedModel();
    await using home = await createQwenHome({ model });
    const written = await runProgram(home, ['hosts', 'qwen-code', '--write']);
    expect(written.code, written.stderr).toBe(0);
    expect(written.stdout).toMatch(/^Qwen Code: .*\/\.qwen\/settings\.json now has qwen; as it was before: .*\.bak\.$/);
    const list = await runProgram(home, ['mcp', 'list'], resolveProgram('@qwen-code/qwen-code', 'qwen'));
    expect(list.code, list.stderr).toBe(0);
    expect(list.stdout, list.stderr).toMatch(/qwen: .*cli\.js.*Connected/);
    await expectNoProcesses(home);
  });
});
