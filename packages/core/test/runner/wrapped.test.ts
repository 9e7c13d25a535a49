import { dirname } from 'node:path';
import { expectNoProcesses } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import type { AgentAdapter } from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner } from './toy-runner.js';

/** A shell takes the one word of a remote wrapper as another machine's would. */
const REMOTE = { wrap: ['/bin/sh', '-c'], wrapKind: 'remote', spares: 1, keepMs: 60_000 } as const;

const ownHistory = { places: () => [{ folder: '/', matches: () => true }], read: () => [] };

describe('a runner whose agent is on another machine', () => {
  it('works, says once what does not hold, and keeps no process', async () => {
    await using toy = await createToyRunner({ settings: REMOTE });
    const turn = await toy.runner.start({ prompt: "echo it's $HOME" });
    const report = await turn.report;
    expect(report).toMatchObject({ status: 'completed', answer: { text: "it's $HOME" }, resumable: true });
    const said = 'runs on another machine (TOY_MCP_WRAP_KIND is remote): its version is not checked';
    expect(report.notices.filter((notice) => notice.includes(said))).toHaveLength(1);
    await expectNoProcesses({ folder: dirname(toy.work) });
    const again = await toy.runner.start({ prompt: 'echo again', session: report.session ?? '' });
    expect((await again.report).notices.filter((notice) => notice.includes('another machine'))).toEqual([]);
    await expectNoProcesses({ folder: dirname(toy.work) });
  });

  it('does not look for its directory here, lists its models in one that is anywhere, and reads no history', async () => {
    const adapter = { ...(toyAdapter() as AgentAdapter), history: ownHistory };
    await using toy = await createToyRunner({ adapter, settings: REMOTE });
    const report = await (await toy.runner.start({ prompt: 'echo x', cwd: '/only/over there' })).report;
    expect(report).toMatchObject({ status: 'failed', cwd: '/only/over there', resumable: false });
    expect(report.stderr).toContain(
      'agentmount: the directory /only/over there cannot be entered on the other machine',
    );
    expect(await toy.runner.models()).not.toEqual([]);
    const asked = toy.runner.history({ session: 'toy-00c0ffee', limit: 1, maxChars: 1, includeTools: false });
    await expect(asked).rejects.toThrow('lie on the other machine (TOY_MCP_WRAP_KIND is remote)');
    await expectNoProcesses({ folder: dirname(toy.work) });
  });

  it('is told nothing of this machine', async () => {
    let seen: unknown;
    const toyed = toyAdapter() as AgentAdapter;
    const adapter: AgentAdapter = {
      ...toyed,
      reads: () => ['/etc/hostname'],
      refuses: ({ machine }) => {
        seen = machine;
        return 'enough seen';
      },
    };
    await using toy = await createToyRunner({ adapter, settings: REMOTE });
    await expect(toy.runner.start({ prompt: 'echo x' })).rejects.toThrow('enough seen');
    expect(seen).toEqual({ platform: 'linux', home: '~', environment: {}, files: {}, remote: true });
  });
});

describe('a runner with a wrapper on this machine', () => {
  it('gives the wrapper the directory, and the agent what it would have without', async () => {
    const wrap = ['/bin/sh', '-c', '[ "$1" = "$PWD" ] || exit 9; shift; exec "$@"', 'wrapper', '{cwd}'];
    await using toy = await createToyRunner({ settings: { wrap } });
    const report = await (await toy.runner.start({ prompt: 'echo inside' })).report;
    expect(report).toMatchObject({ status: 'completed', answer: { text: 'inside' } });
  });

  it('refuses a wrapper that its kind does not fit, before another shell reads an argument', async () => {
    await using toy = await createToyRunner({ settings: { wrap: ['/usr/bin/ssh', 'host'] } });
    const asked = { prompt: 'echo x', systemPromptAppend: '$(touch never)' };
    await expect(toy.runner.start(asked)).rejects.toThrow(
      /TOY_MCP_WRAP begins with ssh, .* set TOY_MCP_WRAP_KIND=remote/,
    );
    const without = await toy.again({ wrap: [], wrapKind: 'remote' });
    await expect(without.start(asked)).rejects.toThrow('TOY_MCP_WRAP_KIND is remote, but TOY_MCP_WRAP is not set');
    await expect(without.models()).rejects.toThrow('TOY_MCP_WRAP is not set');
  });

  it('says before anything starts that the wrapper cannot be found', async () => {
    await using toy = await createToyRunner({ settings: { wrap: ['no-such-wrapper'] } });
    await expect(toy.runner.start({ prompt: 'echo x' })).rejects.toThrow(
      /cannot find no-such-wrapper on the PATH.*set TOY_MCP_WRAP to its absolute path/,
    );
  });
});
