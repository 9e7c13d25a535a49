import type { Action, Setup } from '@agentmount/core';
import { traitsOf } from '@agentmount/core';
import { watchCodec } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { type AcpAgentProfile, type AcpOptions, defineAcpAdapter } from '../src/index.js';

const HERON: AcpAgentProfile = {
  name: 'heron',
  title: 'Heron',
  command: 'heron',
  args: ['serve', '--acp'],
  install: 'npm i -g heron',
  about: 'an agent that stands still',
  danger: 'it fishes',
};
const MACHINE = { platform: 'linux', home: '/home/person', environment: { HERON_HOME: '/nest' } } as const;

function setup(given: Partial<Setup<AcpOptions>> = {}): Setup<AcpOptions> {
  return { transport: 'acp', cwd: '/pond', options: {}, approvalMs: 0, machine: { ...MACHINE, files: {} }, ...given };
}

const reply = (id: number, result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result });
const update = (told: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's-1', update: told } });

/** What comes of a prompt that the agent answers with these updates. */
function prompted(profile: AcpAgentProfile, updates: readonly object[], options: AcpOptions = {}): readonly Action[] {
  const adapter = defineAcpAdapter(profile);
  const given = setup({ options });
  const codec = watchCodec(adapter.parse(adapter.launch(given)), { sessionId: adapter.sessionId });
  const actions: Action[] = [...codec.open()];
  let id = 1;
  actions.push(...codec.frame(reply(id, { protocolVersion: 1 })), ...codec.prompt({ ...given, text: 'go' }));
  for (const result of [{ sessionId: 's-1' }, ...Object.keys(options).map(() => ({}))]) {
    id += 1;
    actions.push(...codec.frame(reply(id, result)));
  }
  for (const told of updates) actions.push(...codec.frame(update(told)));
  id += 1;
  actions.push(...codec.frame(reply(id, { stopReason: 'end_turn', usage: { inputTokens: 7, outputTokens: 3 } })));
  return actions;
}

const CALL = {
  sessionUpdate: 'tool_call',
  toolCallId: 'c',
  title: 'Catch',
  kind: 'edit',
  status: 'pending',
  _meta: { tool: 'catch_fish' },
};
const CAUGHT = {
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  title: 'Caught one',
  status: 'completed',
  rawInput: { place: 'reeds' },
  locations: [{ path: '/pond/fish' }],
};

describe('defineAcpAdapter', () => {
  it('plans what the profile says, and refuses what it does not', () => {
    const plain = defineAcpAdapter(HERON);
    expect(plain.launch(setup())).toEqual({ transport: 'acp', cwd: '/pond', args: ['serve', '--acp'], env: {} });
    expect(plain.transports[0].refuses).toHaveProperty('system_prompt_append');
    expect(traitsOf(plain, plain.transports[0])).toEqual({
      interrupt: true,
      steer: false,
      asks: true,
      models: true,
      images: false,
      presetsSession: false,
      resumesByPrompt: true,
    });
    const able = defineAcpAdapter({ ...HERON, systemPromptFlag: '--system', images: true, steering: true });
    expect(able.launch(setup({ systemPromptAppend: '-x' })).args).toEqual(['serve', '--acp', '--system=-x']);
    expect(able.transports[0].refuses).toBeUndefined();
    expect(traitsOf(able, able.transports[0])).toMatchObject({ images: true, steer: true });
  });

  it('takes modes and efforts as options, and nothing else', () => {
    const adapter = defineAcpAdapter({
      ...HERON,
      modes: { values: ['ask', 'all'], safe: 'ask' },
      effort: { option: 'thought', values: ['low', 'high'] },
    });
    expect(adapter.options.safeParse({ mode: 'all', effort: 'low' }).success).toBe(true);
    expect(adapter.options.safeParse({ mode: 'none' }).success).toBe(false);
    expect(adapter.options.safeParse({ speed: 'low' }).success).toBe(false);
    expect(adapter.optionDefaults).toEqual([{ variable: 'MODE', option: 'mode', invalid: 'ask' }]);
    expect(defineAcpAdapter(HERON).options.safeParse({ mode: 'ask' }).success).toBe(false);
  });

  it('sets the mode and the effort of a session before it prompts', () => {
    const profile: AcpAgentProfile = {
      ...HERON,
      modes: { values: ['ask', 'all'], safe: 'ask' },
      effort: { option: 'thought', values: ['low', 'high'] },
    };
    const methods = prompted(profile, [], { mode: 'all', effort: 'high' }).flatMap((action) =>
      action.type === 'send' ? [JSON.parse(action.line) as { method: string; params: unknown }] : [],
    );
    expect(methods.map(({ method }) => method)).toEqual([
      'initialize',
      'session/new',
      'session/set_mode',
      'session/set_config_option',
      'session/prompt',
    ]);
    expect(methods[3]?.params).toEqual({ sessionId: 's-1', configId: 'thought', value: 'high' });
  });

  it.each([
    [undefined, 'edit'],
    ['kind', 'edit'],
    ['title', 'Catch'],
    ['_meta.tool', 'catch_fish'],
  ] as const)('names a tool by %s', (toolName, name) => {
    const profile = { ...HERON, ...(toolName === undefined ? {} : { toolName }) };
    const actions = prompted(profile, [CALL, CAUGHT]);
    expect(actions.filter(({ type }) => type === 'tool' || type === 'file')).toEqual([
      { type: 'tool', phase: 'start', id: 'c', name },
      { type: 'tool', phase: 'update', id: 'c', name, input: { place: 'reeds' } },
      { type: 'tool', phase: 'end', id: 'c', name, ok: true },
      { type: 'file', path: '/pond/fish' },
    ]);
  });

  it.each([
    [undefined, []],
    ['response', [{ type: 'usage', scope: 'prompt', input: 7, output: 3 }]],
    ['response-total', [{ type: 'usage', scope: 'total', input: 7, output: 3 }]],
  ] as const)('finds the tokens by %s', (usage, found) => {
    const actions = prompted({ ...HERON, ...(usage === undefined ? {} : { usage }) }, []);
    expect(actions.filter(({ type }) => type === 'usage')).toEqual(found);
  });

  it('knows the files that make a waiting process stale', () => {
    const staleFiles = ['~/.heron/settings.json', '$HERON_HOME/key', '$NO_SUCH/key', 'AGENTS.md'];
    expect(defineAcpAdapter({ ...HERON, staleFiles }).staleFiles?.(MACHINE, '/pond')).toEqual([
      '/home/person/.heron/settings.json',
      '/nest/key',
      '/pond/AGENTS.md',
    ]);
  });

  it('refuses session ids that could be something else', () => {
    const { sessionId } = defineAcpAdapter(HERON);
    expect(['s-1', 'ses_8:a.b'].every((id) => sessionId.test(id))).toBe(true);
    expect(['', '-x', '../x', 'a b', 'a\n', `${'x'.repeat(129)}`].some((id) => sessionId.test(id))).toBe(false);
  });
});

it('a session is not continued in the minute in which it was created, where its profile says so', () => {
  expect(defineAcpAdapter(HERON).resumableFrom).toBeUndefined();
  const adapter = defineAcpAdapter({ ...HERON, resumesNextMinute: true });
  const at = (time: string) => Date.parse(`2026-11-30T${time}Z`);
  expect(adapter.resumableFrom?.(at('12:00:00'))).toBe(at('12:01:00'));
  expect(adapter.resumableFrom?.(at('12:00:59.999'))).toBe(at('12:01:00'));
});
