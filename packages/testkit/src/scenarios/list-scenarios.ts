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
    readonly properties: Record<string, { readonly type?: string; readonly enum?: string[] }>;
    readonly required?: string[];
    readonly additionalProperties: boolean;
  };
  readonly annotations: Record<string, boolean>;
}

/** What a host lists, before any call: names, sizes, and what a model must be able to read out of it. */
export function listScenarios(agent: ScenarioAgent, own: { readonly arguments: readonly string[] }): void {
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
      const say = (tool: string) => tools.get(tool)?.description ?? '';
      expect(say(name)).toContain('[session: id]');
      expect(say(name)).toContain(`${name}_reply`);
      expect(say(name)).toMatch(/Caution: /);
      expect(say(`${name}_reply`)).toMatch(/timed out/);
      expect(say(`${name}_reply`)).toContain(`${name}_send`);
      expect(say(`${name}_send`)).toContain(`${name}_reply`);
      expect(say(`${name}_running`)).toContain(`${name}_sessions`);
      expect(say(`${name}_sessions`)).toContain(`${name}_reply`);

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
