import { describe, expect, it } from 'vitest';
import { codexAdapter } from '../src/adapter.js';
import type { CodexOptions } from '../src/options.js';
import { setupFor } from './record-codex.js';

const SESSION = '0927adc5-a840-4b68-93ca-5ca344c9fafb';
const bare = { ...setupFor({ transport: 'exec' }), options: {} };

describe('the command line of exec', () => {
  it('allows nothing when nothing is given', () => {
    expect(codexAdapter.launch(bare).args).toEqual([
      ...['exec', '--json', '--skip-git-repo-check'],
      ...['-c', 'sandbox_mode="read-only"', '-c', 'approval_policy="never"', '-'],
    ]);
  });

  it('carries every option, for a session that is continued, too', () => {
    const options: CodexOptions = {
      sandbox: 'danger-full-access',
      effort: 'xhigh',
      output_schema: '{"type":"object"}',
    };
    const plan = codexAdapter.resume({ ...bare, model: 'gpt-6.2-sol', options }, SESSION);
    expect(plan.args).toEqual([
      ...['exec', '--json', '--skip-git-repo-check'],
      ...['-c', 'sandbox_mode="danger-full-access"', '-c', 'approval_policy="never"'],
      ...['-c', 'model_reasoning_effort="xhigh"', '--model=gpt-6.2-sol'],
      ...['--output-schema={files}/output-schema.json', 'resume', SESSION, '-'],
    ]);
    expect(plan.files).toEqual({ 'output-schema.json': '{"type":"object"}' });
  });
});

describe('the adapter', () => {
  it('refuses a schema that is none, and a model that no argument can carry', () => {
    const refuses = (options: CodexOptions, model?: string) =>
      codexAdapter.refuses?.(setupFor({ options, ...(model && { model }) }));
    expect(refuses({ output_schema: '{' })).toMatch(/^output_schema is not the text of a JSON object/);
    expect(refuses({ output_schema: '[1]' })).toMatch(/output_schema/);
    expect(refuses({ output_schema: '{"type":"object"}' })).toBeUndefined();
    expect(refuses({}, 'a\0b')).toMatch(/NUL/);
    expect(refuses({}, 'a'.repeat(100_001))).toMatch(/100000 bytes/);
  });

  it('takes the options that codex has, and no others', () => {
    expect(() => codexAdapter.options.parse({ sandbox: 'everything' })).toThrow();
    expect(() => codexAdapter.options.parse({ approval_policy: 'on-failure' })).toThrow();
    expect(() => codexAdapter.options.parse({ thinking: 'high' })).toThrow();
    expect(
      codexAdapter.options.parse({ sandbox: 'read-only', approval_policy: 'untrusted', effort: 'ultra' }),
    ).toBeDefined();
  });

  it.each(['', '-x', '../x', 'last', SESSION.slice(1), `${SESSION}\n`, `--${SESSION}`])(
    'refuses the session id %j',
    (id) => {
      expect(codexAdapter.sessionId.test(id)).toBe(false);
    },
  );

  it('names what makes a waiting process stale, and nothing that codex writes by itself', () => {
    const { machine } = setupFor();
    const files = codexAdapter.staleFiles?.(machine, '/home/person/project') ?? [];
    for (const file of [
      '/home/person/.codex/config.toml',
      '/home/person/.codex/auth.json',
      '/home/person/.codex/AGENTS.md',
      '/home/person/project/AGENTS.md',
      '/home/person/project/.codex/config.toml',
      '/AGENTS.md',
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /sessions|sqlite|history|log/.test(file))).toEqual([]);
    const windows = { ...machine, platform: 'win32', home: 'C:\\Users\\ada' } as const;
    expect(codexAdapter.staleFiles?.(windows, 'C:\\work')).toContain('C:\\AGENTS.md');
    const moved = { ...machine, environment: { CODEX_HOME: '/data/codex' } };
    expect(codexAdapter.staleFiles?.(moved, '/project')).toContain('/data/codex/auth.json');
  });
});
