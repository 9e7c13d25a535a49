import type { Setup } from '@agentmount/core';
import { traitsOf } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';
import type { PiOptions } from '../src/options.js';

const machine = { platform: 'linux', home: '/home/ada', environment: {}, files: {} } as const;

function setup(given: Partial<Setup<PiOptions>> = {}): Setup<PiOptions> {
  return { transport: 'rpc', cwd: '/home/ada/project', options: {}, approvalMs: 1000, machine, ...given };
}

const FOLDER = '/home/ada/.pi/agent/sessions/--home-ada-project--';

describe('the command line', () => {
  it('is bare when nothing is asked for', () => {
    expect(piAdapter.launch(setup())).toEqual({
      transport: 'rpc',
      args: ['--mode', 'rpc', '--session-dir', FOLDER],
      env: {},
      cwd: '/home/ada/project',
      handshake: { home: '/home/ada' },
    });
    expect(piAdapter.launch(setup({ transport: 'print', presetSession: 'new-1' })).args).toEqual([
      '-p',
      '--mode',
      'json',
      '--session-dir',
      FOLDER,
      '--session-id',
      'new-1',
    ]);
  });

  it('carries every option', () => {
    const options = { thinking: 'high', tools: 'read,grep' } as const;
    const plan = piAdapter.resume(
      setup({ model: 'fake/fake-1', options, systemPromptAppend: '-x is\nnot a file' }),
      'abc',
    );
    expect(plan.args).toEqual([
      ...['--mode', 'rpc', '--session-dir', FOLDER, '--session-id', 'abc', '--model', 'fake/fake-1'],
      ...['--thinking', 'high', '--tools', 'read,grep', '--append-system-prompt', '{files}/system-prompt-append.md'],
    ]);
    expect(plan.files).toEqual({ 'system-prompt-append.md': '-x is\nnot a file' });
    expect(plan.handshake).toEqual({ home: '/home/ada', session: 'abc', model: 'fake/fake-1', ...options });
    expect(piAdapter.launch(setup({ options: { no_tools: true } })).args).toContain('--no-tools');
    expect(piAdapter.launch(setup({ options: { no_tools: false } })).args).not.toContain('--no-tools');
  });

  it('names no folder of this machine for a pi on another one', () => {
    const elsewhere = { platform: 'linux', home: '~', environment: {}, files: {}, remote: true } as const;
    const plan = piAdapter.resume(setup({ machine: elsewhere, systemPromptAppend: 'x' }), 'abc');
    expect(plan.args).toEqual([
      ...['--mode', 'rpc', '--session-id', 'abc', '--append-system-prompt', '{files}/system-prompt-append.md'],
    ]);
    expect(plan.handshake).toEqual({ home: '~', session: 'abc' });
  });
});

describe('the adapter', () => {
  it('has the traits of its wires', () => {
    const [rpc, print] = piAdapter.transports;
    expect(traitsOf(piAdapter, rpc)).toMatchObject({
      interrupt: true,
      steer: true,
      asks: true,
      models: true,
      images: true,
      presetsSession: false,
    });
    expect(print && traitsOf(piAdapter, print)).toMatchObject({
      interrupt: false,
      steer: false,
      asks: false,
      models: false,
      images: false,
      presetsSession: true,
    });
  });

  it.each(['01a22cff-5b1e-7000-8000-000000000000', 'a', 'my.session_1-x'])('takes the session id %s', (id) => {
    expect(piAdapter.sessionId.test(id)).toBe(true);
  });

  it.each(['', '-x', 'x-', '../x', 'a/b', '--flag', 'a b', 'ä', `${'a'.repeat(201)}`, 'a\n'])(
    'refuses the session id %j',
    (id) => {
      expect(piAdapter.sessionId.test(id)).toBe(false);
    },
  );

  it('names what makes a waiting process stale, and nothing that pi writes by itself', () => {
    const files = piAdapter.staleFiles?.(machine, '/home/ada/project') ?? [];
    for (const file of [
      '/home/ada/.pi/agent/settings.json',
      '/home/ada/.pi/agent/auth.json',
      '/home/ada/.pi/agent/extensions',
      '/home/ada/project/.pi/settings.json',
      '/home/ada/project/AGENTS.md',
      '/home/ada/CLAUDE.md',
      '/AGENTS.md',
      '/home/ada/.agents/skills',
    ]) {
      expect(files).toContain(file);
    }
    expect(files.filter((file) => /sessions|models-store/.test(file))).toEqual([]);
    const windows = { ...machine, platform: 'win32', home: 'C:\\Users\\ada' } as const;
    expect(piAdapter.staleFiles?.(windows, 'C:\\work')).toContain('C:\\AGENTS.md');
  });

  it('refuses options that it does not know', () => {
    expect(() => piAdapter.options.parse({ thinking: 'much' })).toThrow();
    expect(() => piAdapter.options.parse({ effort: 'high' })).toThrow();
    expect(piAdapter.options.parse({ thinking: 'xhigh', tools: 'read', no_tools: false })).toBeDefined();
  });

  it('refuses tools together with no_tools, and names that no tool has', () => {
    const refuses = (options: PiOptions) => piAdapter.refuses?.(setup({ options }));
    expect(refuses({ tools: 'read', no_tools: true })).toMatch(/exclude each other/);
    expect(refuses({ tools: 'raed' })).toMatch(/did you mean read\?/);
    expect(refuses({ tools: 'read', no_tools: false })).toBeUndefined();
    expect(refuses({ no_tools: true })).toBeUndefined();
  });
});
