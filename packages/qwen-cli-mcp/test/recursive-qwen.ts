import { createQwenHome, text, tool } from '@agentmount/testkit';
import { type Scenario, startScenario } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

/** What qwen calls the tool `qwen` of its MCP server `self`. */
const TOOL = 'mcp__self__qwen';

/**
 * A qwen that has this very server among its own MCP servers, and whose model delegates every task further: `Level 0.` to `Level 1.`
 * and so on, and answers with what the tool said.
 * @param launch the words that start the inner server, which is added to them
 * @param env what the inner server is started with, beside what qwen hands down
 */
export async function startRecursion(
  launch: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Scenario> {
  const [command = process.execPath, ...args] = [...launch, process.execPath, qwenAgent.program];
  const mcpServers = { self: { command, args, env, timeout: 300_000, trust: true } };
  const scenario = await startScenario({
    ...qwenAgent,
    createHome: (options) => createQwenHome({ ...options, settings: { mcpServers } }),
  });
  for (let level = 0; level < 4; level += 1) {
    scenario.model.script(`Level ${level}.`, [
      tool(TOOL, { prompt: `Level ${level + 1}.`, wait_ms: 300_000 }),
      ({ toolResults }) => text(`Level ${level} was told: ${toolResults.at(-1)}`),
    ]);
  }
  return scenario;
}
