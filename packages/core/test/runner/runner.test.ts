import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentAdapter, Codec, Refusal, TurnRequest } from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner, TOY_PROGRAM, turnIs } from './toy-runner.js';

const running = (turn: Parameters<typeof turnIs>[0]) => turnIs(turn, (view) => view.state === 'running');
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a turn', () => {
  it('brings the answer, the figures and the session back', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'echo hello there' });
    const report = await turn.report;
    expect(report).toMatchObject({
      turn: turn.id,
      session: 'toy-00c0ffee',
      status: 'completed',
      ending: 'closed',
      answer: { text: 'hello there' },
      stats: { inputTokens: 100, outputTokens: 5 },
      resumable: true,
      cwd: toy.work,
    });
    expect(report.stderr).toBeUndefined();
    expect(await toy.runner.sessions({})).toMatchObject({
      total: 1,
      sessions: [{ id: 'toy-00c0ffee', status: 'completed', cwd: toy.work }],
    });
  });

  it('records the session before the agent gets the prompt', async () => {
    // The codec's own look at the state file, at the moment it is asked for the prompt's frames.
    let atPrompt = '';
    let statePath = '';
    const { readFileSync } = await import('node:fs');
    const looking = (codec: Codec): Codec => {
      const { prompt } = codec;
      codec.prompt = (task) => {
        atPrompt = readFileSync(statePath, 'utf8');
        return prompt.call(codec, task);
      };
      return codec;
    };
    await using toy = await createToyRunner({ adapter: toyAdapter(looking) as never });
    statePath = toy.statePath;
    await (await toy.runner.start({ prompt: 'echo x' })).report;
    expect(atPrompt).toContain('toy-00c0ffee');
  });

  it('continues a session, also from another server and without a directory', async () => {
    await using toy = await createToyRunner();
    await (await toy.runner.start({ prompt: 'echo one' })).report;
    const other = await toy.again();
    const report = await (await other.start({ prompt: 'echo two', session: 'toy-00c0ffee' })).report;
    expect(report).toMatchObject({ status: 'completed', session: 'toy-00c0ffee', answer: { text: 'two' } });
    expect(report.notices).toEqual([]);
  });

  it('warns when the agent began a fresh conversation instead of the one asked for', async () => {
    await using toy = await createToyRunner();
    const report = await (
      await toy.runner.start({ prompt: 'echo x', session: 'toy-dead0000', cwd: toy.work, transport: 'once' })
    ).report;
    expect(report.status).toBe('completed');
  });

  it('runs the replies to one session one after another', async () => {
    await using toy = await createToyRunner();
    const first = await toy.runner.start({ prompt: 'wait' });
    await running(first);
    const second = await toy.runner.start({ prompt: 'echo second', session: 'toy-00c0ffee' });
    expect((await turnIs(second, (view) => view.queuedFor !== undefined)).queuedFor).toBe('session');
    first.steer('end');
    expect(await first.report).toMatchObject({ answer: { text: 'Now end' } });
    expect(await second.report).toMatchObject({ answer: { text: 'second' } });
  });

  it('continues a session no sooner than the agent can, the wait told and left at once when stopped', async () => {
    const from: number[] = [];
    const adapter = {
      ...(toyAdapter() as AgentAdapter),
      resumableFrom: (createdAt: number) => {
        from.push(createdAt + 2_500);
        return createdAt + 2_500;
      },
    };
    await using toy = await createToyRunner({ adapter });
    const { session } = await (await toy.runner.start({ prompt: 'echo first' })).report;
    const second = await toy.runner.start({ prompt: 'echo second', session: String(session) });
    const third = await toy.runner.start({ prompt: 'echo third', session: String(session) });
    expect((await turnIs(second, (view) => view.queuedFor !== undefined)).queuedFor).toBe('resume');
    third.stop('cancelled');
    expect(await third.report).toMatchObject({ ending: 'never-started' });
    expect(await second.report).toMatchObject({ status: 'completed', answer: { text: 'second' } });
    expect(Date.now()).toBeGreaterThanOrEqual(Math.max(...from));
  });

  it('keeps to the limit of turns at once', async () => {
    await using toy = await createToyRunner({ settings: { maxConcurrent: 1 } });
    const first = await toy.runner.start({ prompt: 'wait' });
    await running(first);
    const second = await toy.runner.start({ prompt: 'echo second' });
    expect((await turnIs(second, (view) => view.queuedFor !== undefined)).queuedFor).toBe('slot');
    const third = await toy.runner.start({ prompt: 'echo third' });
    third.stop('cancelled');
    expect(await third.report).toMatchObject({
      status: 'interrupted',
      ending: 'never-started',
      cause: { class: 'cancelled' },
      resumable: false,
    });
    first.stop('aborted');
    expect(await second.report).toMatchObject({ status: 'completed' });
  });
});

describe('stopping', () => {
  it('uses the agent’s own stop and keeps what was said', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'wait' });
    await running(turn);
    turn.stop('aborted');
    expect(await turn.report).toMatchObject({
      status: 'interrupted',
      ending: 'closed',
      cause: { class: 'aborted' },
      said: 'Working.',
      resumable: true,
      session: 'toy-00c0ffee',
    });
    expect(await toy.runner.sessions({})).toMatchObject({ sessions: [{ status: 'interrupted' }] });
  });

  const stubborn = `#!/bin/sh
[ "$1" = --version ] && echo 1.2.3 && exit
trap '' TERM
echo $$ > "$HOME/pid"
read line
echo '{"type":"hello","session":"toy-00c0ffee"}'
read line
echo '{"type":"started"}'
echo '{"type":"delta","text":"On it. "}'
while :; do sleep 1; done
`;

  it('signals when the agent does not stop, and nothing of it is left', async () => {
    await using toy = await createToyRunner({ program: stubborn, settings: { stopGraceMs: 200, killGraceMs: 200 } });
    const turn = await toy.runner.start({ prompt: 'anything' });
    await running(turn);
    const pid = Number(await readFile(join(toy.work, '..', 'pid'), 'utf8'));
    expect(alive(pid)).toBe(true);
    turn.stop('aborted');
    expect(await turn.report).toMatchObject({
      status: 'interrupted',
      ending: 'cut-off',
      said: 'On it.',
      resumable: true,
    });
    expect(alive(pid)).toBe(false);
  });

  it('leaves no grace when it is to be at once', async () => {
    // Graces that no test would live to see the end of.
    const graces = { stopGraceMs: 600_000, killGraceMs: 600_000 };
    await using toy = await createToyRunner({ program: stubborn, settings: graces });
    const turn = await toy.runner.start({ prompt: 'anything' });
    await running(turn);
    const pid = Number(await readFile(join(toy.work, '..', 'pid'), 'utf8'));
    turn.stop('aborted');
    await turnIs(turn, (view) => view.state === 'stopping');
    expect(alive(pid)).toBe(true);
    turn.stop('aborted', true);
    expect(await turn.report).toMatchObject({ status: 'interrupted', ending: 'cut-off', cause: { class: 'aborted' } });
    expect(alive(pid)).toBe(false);
  });

  it('ends a turn at its deadline, resumable', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'wait', timeoutMs: 1500 });
    expect(await turn.report).toMatchObject({
      status: 'failed',
      cause: { class: 'timeout', message: 'Toy timed out after 1500 ms' },
      timeoutMs: 1500,
      resumable: true,
    });
  });

  it('does not wait for an agent that is never ready', async () => {
    await using toy = await createToyRunner({
      program: '#!/bin/sh\nwhile :; do sleep 1; done\n',
      settings: { initTimeoutMs: 300, killGraceMs: 500 },
    });
    const report = await (await toy.runner.start({ prompt: 'x' })).report;
    expect(report).toMatchObject({
      status: 'failed',
      ending: 'never-started',
      cause: { class: 'timeout' },
      resumable: false,
    });
    expect(await toy.runner.sessions({})).toMatchObject({ total: 0 });
  });

  it('ends every turn when the runner is closed', async () => {
    await using toy = await createToyRunner({ settings: { maxConcurrent: 1 } });
    const first = await toy.runner.start({ prompt: 'wait' });
    await running(first);
    const second = await toy.runner.start({ prompt: 'wait' });
    await toy.runner.close();
    expect((await first.report).cause?.class).toBe('shutdown');
    expect((await second.report).ending).toBe('never-started');
    await expect(toy.runner.start({ prompt: 'x' })).rejects.toMatchObject({
      code: 'closed',
    } satisfies Partial<Refusal>);
  });
});

describe('messages into a running turn', () => {
  it('steers', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'wait' });
    await running(turn);
    expect(turn.steer('left')).toBe('steered');
    expect(await turn.report).toMatchObject({ status: 'completed', answer: { text: 'Now left' } });
    expect(() => turn.steer('again')).toThrow(/has ended/);
  });

  it('interrupts and goes on where the wire cannot be steered, keeping what was said', async () => {
    const withoutSteer = (codec: Codec): Codec => Object.assign(codec, { steer: undefined });
    await using toy = await createToyRunner({ adapter: toyAdapter(withoutSteer) as never });
    const turn = await toy.runner.start({ prompt: 'wait' });
    await turnIs(turn, (view) => view.state === 'running' && view.lastActivityAt !== undefined);
    expect(turn.view().steer).toBe('redirects');
    expect(turn.steer('echo other')).toBe('redirected');
    const report = await turn.report;
    expect(report).toMatchObject({ status: 'completed', answer: { text: 'other' } });
    expect(report.earlier).toMatchObject([{ interrupted: true, text: expect.stringContaining('Working.') }]);
  });

  it('gives follow-ups after the running prompt, on one process or on a second one', async () => {
    await using toy = await createToyRunner();
    for (const transport of ['lines', 'once']) {
      const turn = await toy.runner.start({ prompt: 'echo one', transport });
      expect(turn.followUp('echo two')).toBe('queued');
      const report = await turn.report;
      expect(report).toMatchObject({
        status: 'completed',
        answer: { text: 'two' },
        earlier: [{ interrupted: false, text: 'one' }],
      });
      expect(report.stats.inputTokens).toBe(200);
    }
  });

  it('refuses to steer where it cannot, naming the transport that can', async () => {
    await using toy = await createToyRunner({
      program: '#!/bin/sh\necho \'{"type":"hello","session":"toy-00c0ffee"}\'\ncat >/dev/null\nsleep 60\n',
    });
    const turn = await toy.runner.start({ prompt: 'x', transport: 'once' });
    await running(turn);
    expect(() => turn.steer('y')).toThrow(/once turn cannot be steered.*lines/);
    turn.stop('aborted');
    await turn.report;
  });
});

describe('approvals', () => {
  it('park, and do what was answered', async () => {
    await using toy = await createToyRunner();
    for (const [allow, answer] of [
      [true, 'Done'],
      [false, 'Not allowed'],
    ] as const) {
      const turn = await toy.runner.start({ prompt: 'ask' });
      const { approvals } = await turnIs(turn, (view) => view.approvals.length > 0);
      expect(approvals).toMatchObject([{ id: 'ask-1', tool: 'write', input: { path: 'note.txt' } }]);
      expect(() => turn.answer('ask-2', true)).toThrow(/ask-1/);
      turn.answer('ask-1', allow);
      const report = await turn.report;
      expect(report.answer?.text).toBe(answer);
      expect(report.notices).toHaveLength(allow ? 0 : 1);
    }
  });

  it('are denied at once where nobody may be asked', async () => {
    await using toy = await createToyRunner({ settings: { approvalTimeoutMs: 0 } });
    const report = await (await toy.runner.start({ prompt: 'ask' })).report;
    expect(report.answer?.text).toBe('Not allowed');
    expect(report.notices.join()).toContain('nobody can be asked');
  });

  it('are denied by the clock, and the wait does not count against the deadline', async () => {
    await using toy = await createToyRunner({ settings: { approvalTimeoutMs: 2500 } });
    const report = await (await toy.runner.start({ prompt: 'ask', timeoutMs: 2000 })).report;
    expect(report).toMatchObject({ status: 'completed', answer: { text: 'Not allowed' } });
    expect(report.notices.join()).toContain('nobody answered in time');
  });
});

describe('failures', () => {
  it('carry the agent’s own reason', async () => {
    await using toy = await createToyRunner();
    const failed = await (await toy.runner.start({ prompt: 'fail auth' })).report;
    expect(failed).toMatchObject({
      status: 'failed',
      cause: { class: 'auth', message: 'The model said no' },
      resumable: true,
    });
    const crashed = await (await toy.runner.start({ prompt: 'crash' })).report;
    expect(crashed).toMatchObject({
      status: 'failed',
      cause: { class: 'agent' },
      stderr: 'Error: out of paper.',
      resumable: true,
    });
  });

  it('never pass an empty answer off as one', async () => {
    const program = `#!/bin/sh
echo '{"type":"hello","session":"toy-00c0ffee"}'
cat > /dev/null
echo '{"type":"started"}'
echo '{"type":"mystery"}'
echo '{"type":"done"}'
`;
    await using toy = await createToyRunner({ program });
    const report = await (await toy.runner.start({ prompt: 'x', transport: 'once' })).report;
    expect(report).toMatchObject({
      status: 'failed',
      cause: { class: 'protocol', message: 'Toy ended its turn without an answer' },
    });
    expect(report.shape).toContain('mystery×1');
  });

  it('declare a frame that was too long', async () => {
    const program = `#!/bin/sh
echo '{"type":"hello","session":"toy-00c0ffee"}'
cat > /dev/null
echo '{"type":"started"}'
printf '{"type":"delta","text":"%0200000d"}\\n' 7
echo '{"type":"done","answer":"short"}'
`;
    await using toy = await createToyRunner({
      program,
      settings: { maxLine: 100_000 },
      adapter: toyAdapter() as never,
    });
    const report = await (await toy.runner.start({ prompt: 'x', transport: 'once' })).report;
    expect(report.notices.join()).toMatch(/over the size limit/);
  });

  it('end the turn when the adapter itself breaks, and leave the server whole', async () => {
    const breaking = (codec: Codec): Codec => {
      codec.frame = () => {
        throw new Error('unexpected token');
      };
      return codec;
    };
    await using toy = await createToyRunner({ adapter: toyAdapter(breaking) as never });
    const report = await (await toy.runner.start({ prompt: 'x' })).report;
    expect(report).toMatchObject({
      status: 'failed',
      cause: { class: 'protocol', message: expect.stringContaining('unexpected token') },
    });
    expect(toy.runner.running()).toEqual([]);
  });

  it('are refused before anything starts when the program is missing', async () => {
    await using toy = await createToyRunner({ settings: { bin: '/nowhere/toy-agent' } });
    await expect(toy.runner.start({ prompt: 'x' })).rejects.toMatchObject({ code: 'executable' });
    await expect(toy.runner.start({ prompt: 'x' })).rejects.toThrow(/\/nowhere\/toy-agent.*npm install -g toy-agent/);
    expect(await toy.runner.sessions({})).toMatchObject({ total: 0 });
  });

  it('are one sentence when the program is broken, with no session left behind', async () => {
    await using toy = await createToyRunner({ program: '#!/no/such/interpreter\n' });
    const report = await (await toy.runner.start({ prompt: 'x' })).report;
    expect(report).toMatchObject({
      status: 'failed',
      ending: 'never-started',
      cause: { class: 'spawn' },
      resumable: false,
    });
    expect(await toy.runner.sessions({})).toMatchObject({ total: 0 });
  });
});

describe('refusals before anything starts', () => {
  it.each<[TurnRequest, RegExp]>([
    [{ prompt: '  \n' }, /prompt: must not be blank/],
    [{ prompt: 'x'.repeat(2_000_001) }, /prompt: 2000001 characters, at most 2000000/],
    [{ prompt: 'x', cwd: 'relative/dir' }, /cwd: must be an absolute path/],
    [{ prompt: 'x', cwd: '/no/such/dir' }, /cwd: .*no such directory/],
    [{ prompt: 'x', session: '../../x' }, /session: .*not a Toy session id/],
    [{ prompt: 'x', session: '--flag' }, /session: .*not a Toy session id/],
    [{ prompt: 'x', session: 'toy-abcdef12' }, /session: toy-abcdef12 is not known here/],
    [{ prompt: 'x', model: '--yolo' }, /model: must not start with "-"/],
    [{ prompt: 'x', transport: 'carrier-pigeon' }, /transport: .*lines, once/],
    [{ prompt: 'x', timeoutMs: 5 }, /timeout_ms/],
    [{ prompt: 'x', timeoutMs: 90_000_000 }, /timeout_ms: at most 86400000/],
    [{ prompt: 'x', options: { tone: 'rude' } }, /tone: must be one of plain, loud/],
    [{ prompt: 'x', options: { volume: 3 } }, /unknown argument "volume"/],
    [{ prompt: 'x', images: ['/tmp/x.png'] }, /images: not possible on transport lines/],
  ])('%#', async (request, message) => {
    await using toy = await createToyRunner();
    await expect(toy.runner.start(request)).rejects.toThrow(message);
    expect(toy.runner.running()).toEqual([]);
    expect(await toy.runner.sessions({})).toMatchObject({ total: 0 });
  });

  it('keeps a session to its directory', async () => {
    await using toy = await createToyRunner();
    await (await toy.runner.start({ prompt: 'echo one' })).report;
    const other = join(toy.work, 'other');
    await mkdir(other);
    await writeFile(join(other, 'x'), '');
    await expect(toy.runner.start({ prompt: 'x', session: 'toy-00c0ffee', cwd: other })).rejects.toThrow(/belongs to/);
  });

  it('takes a directory by any of its names, and keeps it under its real one', async () => {
    await using toy = await createToyRunner();
    const link = join(toy.work, '..', 'link');
    await symlink(toy.work, link);
    const report = await (await toy.runner.start({ prompt: 'echo one', cwd: link })).report;
    expect(report.cwd).toBe(toy.work);
    expect(await toy.runner.sessions({ cwd: link })).toMatchObject({ total: 1 });
    expect(
      await (await toy.runner.start({ prompt: 'echo two', session: 'toy-00c0ffee', cwd: link })).report,
    ).toMatchObject({
      status: 'completed',
    });
  });

  it('stops delegating deeper than allowed', async () => {
    await using toy = await createToyRunner({ environment: { AGENTMOUNT_DEPTH: '2' } });
    await expect(toy.runner.start({ prompt: 'x' })).rejects.toMatchObject({ code: 'depth' });
  });
});

describe('the agent’s version', () => {
  it('is told in the first report that can, when it was not tested', async () => {
    const program = `#!/bin/sh
[ "$1" = --version ] && echo "toy 7.0.0" && exit
exec "${process.execPath}" "${TOY_PROGRAM}" "$@"
`;
    await using toy = await createToyRunner({ program });
    const notices: string[] = [];
    // It is asked beside the first turn: a short one may be over before the answer is there.
    for (let turns = 0; turns < 20 && notices.length === 0; turns += 1) {
      notices.push(...(await (await toy.runner.start({ prompt: 'echo x' })).report).notices);
    }
    expect(notices).toEqual([expect.stringContaining('Toy 7.0.0 is outside the versions')]);
    expect((await (await toy.runner.start({ prompt: 'echo x' })).report).notices).toEqual([]);
  });

  it('is not waited for: the question ends with the turn', async () => {
    const program = `#!/bin/sh
if [ "$1" = --version ]; then echo $$ > "$HOME/asked"; trap '' TERM; while :; do sleep 1; done; fi
exec "${process.execPath}" "${TOY_PROGRAM}" "$@"
`;
    await using toy = await createToyRunner({ program });
    const asked = async () => Number(await readFile(join(toy.work, '..', 'asked'), 'utf8').catch(() => '0'));
    const turn = await toy.runner.start({ prompt: 'wait' });
    await running(turn);
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(0);
    const pid = await asked();
    turn.stop('aborted');
    await turn.report;
    await expect.poll(() => alive(pid), { timeout: 15_000 }).toBe(false);
  });
});

describe('models', () => {
  it('are asked of the agent, with no session left behind', async () => {
    await using toy = await createToyRunner();
    expect(await toy.runner.models()).toEqual([
      { id: 'toy-small', contextWindow: 1000 },
      { id: 'toy-large', contextWindow: 9000 },
    ]);
    expect(await toy.runner.sessions({})).toMatchObject({ total: 0 });
  });

  it('say why they could not be listed', async () => {
    await using toy = await createToyRunner({ program: '#!/bin/sh\necho "bad day" >&2\nexit 4\n' });
    await expect(toy.runner.models()).rejects.toThrow('bad day');
  });
});
