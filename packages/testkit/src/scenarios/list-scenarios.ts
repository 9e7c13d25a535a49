import { describe, expect, it } from 'vitest';
import { startRawServer } from '../raw-server.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { startScenario } from './start-scenario.js';

/** What one agent's `tools/list` may cost, in bytes of the whole reply: hosts put it into every conversation. */
const MOST_BYTES = 6500;
const MOST_INSTRUCTIONS = 1500;

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: string;
    readonly properties: Record<
      string,
      { readonly type?: string; readonly enum?: string[]; readonly description?: string }
    >;
    readonly required?: string[];
    readonly additionalProperties: boolean;
  };
  readonly annotations: Record<string, boolean>;
}

/**
 * What a host lists, before any call: names, sizes, and what a model must be able to read out of it.
 * @param own the agent's own arguments, and the file that holds the whole list as it is meant to be, absolute
 */
export function listScenarios(
  agent: ScenarioAgent,
  own: { readonly arguments: readonly string[]; readonly pinned: string },
): void {
  const { name } = agent;

  describe(`what ${name} lists`, () => {
    it('is small, strict, and says which tool is for what', async () => {
      await using scenario = await startScenario(agent);
      const { env, work } = scenario.home;
      await using server = await startRawServer({ command: process.execPath, args: [agent.program], env, cwd: work });
      const instructions = String((await server.initialize()).result?.instructions);
      const { result } = await server.request('tools/list');
      const line = server.lines.find((candidate) => candidate.includes('"inputSchema"')) ?? '';
      expect(Buffer.byteLength(line)).toBeLessThan(MOST_BYTES);
      expect(instructions.length).toBeLessThan(MOST_INSTRUCTIONS);
      expect(result?.nextCursor).toBeUndefined();
      const tools = new Map(((result?.tools ?? []) as Listed[]).map((tool) => [tool.name, tool]));

      const readOnly = { readOnlyHint: true };
      const acting = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };
      const expected: Record<string, object> = {
        [name]: acting,
        [`${name}_reply`]: acting,
        [`${name}_send`]: acting,
        [`${name}_wait`]: readOnly,
        [`${name}_running`]: { ...readOnly, openWorldHint: false },
        [`${name}_sessions`]: { ...readOnly, openWorldHint: false },
        [`${name}_models`]: { ...readOnly, openWorldHint: true },
      };
      for (const [tool, hints] of Object.entries(expected)) {
        expect(tool).toMatch(/^[a-z_]{1,29}$/);
        expect(tools.get(tool)?.annotations, tool).toMatchObject(hints);
      }
      for (const { name: tool, description, inputSchema } of tools.values()) {
        expect(inputSchema, tool).toMatchObject({ type: 'object', additionalProperties: false });
        expect(description.length, tool).toBeLessThan(1024);
        for (const [argument, schema] of Object.entries(inputSchema.properties)) {
          expect(schema.type, `${tool}.${argument}`).toMatch(/^(string|integer|boolean|array)$/);
        }
      }

      // Which neighbour is right instead, what the id is, and the danger.
      const needs: Record<string, readonly string[]> = {
        [name]: ['new task', 'final answer', '[session: id]', `${name}_reply`, 'Caution: '],
        [`${name}_reply`]: ['timed out', 'killed', 'its own conversation, not yours', `While it runs use ${name}_send`],
        [`${name}_send`]: ['steer', 'follow_up', 'abort', 'allow/deny', 'Returns at once', `${name}_reply`],
        [`${name}_wait`]: ['get its report', 'an hour', 'does not stop the turn'],
        [`${name}_running`]: [`${name}_send`, `${name}_wait`, `${name}_sessions`],
        [`${name}_sessions`]: ['newest first', `an id for ${name}_reply`],
        [`${name}_models`]: ['model'],
        [`${name}_history`]: ['newest page first', 'nothing is run', `${name}_wait`],
      };
      expect([...tools.keys()].sort()).toEqual(Object.keys(needs).sort());
      for (const [tool, words] of Object.entries(needs)) {
        for (const word of words) expect(tools.get(tool)?.description, tool).toContain(word);
      }
      const described = (tool: string, argument: string) =>
        tools.get(tool)?.inputSchema.properties[argument]?.description;
      expect(described(name, 'prompt')).toContain('does not see your conversation');
      expect(described(name, 'cwd')).toContain('Absolute');
      expect(described(name, 'model')).toContain(`${name}_models`);
      expect(described(name, 'wait_ms')).toContain('while the work goes on');
      expect(described(`${name}_reply`, 'session')).toContain(`${name}_sessions`);
      for (const tool of ['_reply', '_wait', '_send', '_running', '_sessions', '_models', ' allow']) {
        expect(instructions).toContain(tool);
      }
      // A change of any word of it is meant.
      await expect(`${JSON.stringify(result, null, 2)}\n`).toMatchFileSnapshot(own.pinned);

      const start = tools.get(name)?.inputSchema;
      const reply = tools.get(`${name}_reply`)?.inputSchema;
      expect(start?.required).toEqual(['prompt']);
      expect([...(reply?.required ?? [])].sort()).toEqual(['prompt', 'session']);
      const common = ['prompt', 'cwd', 'model', 'system_prompt_append', 'transport', 'timeout_ms', 'wait_ms'];
      expect(Object.keys(start?.properties ?? {})).toEqual(expect.arrayContaining([...common, ...own.arguments]));
      expect(Object.keys(reply?.properties ?? {}).sort()).toEqual(
        ['session', ...Object.keys(start?.properties ?? {})].sort(),
      );
      expect(start?.properties.transport?.enum).toEqual(expect.arrayContaining(Object.values(agent.transports)));

      // The order is fixed: a host that caches the list sees it unchanged.
      expect((await server.request('tools/list')).result).toEqual(result);
    });
  });
}
