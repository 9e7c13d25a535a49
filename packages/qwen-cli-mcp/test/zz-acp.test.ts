import { createQwenHome } from '@agentmount/testkit';
import { failureScenarios, reachingScenarios, stoppingScenarios, turnScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

const agent = {
  ...qwenAgent,
  program: '/tmp/acpx/prog/dist/cli.js',
  createHome: (options: Parameters<typeof createQwenHome>[0]) =>
    createQwenHome({ ...options, env: { QWEN_MCP_TRANSPORT: 'acp', ...options.env } }),
  transports: { reachable: 'acp', oneShot: 'print' },
  steer: 'delivers' as const,
};
const which = process.env.WHICH;
if (which === 'turn') turnScenarios(agent);
if (which === 'fail') failureScenarios(agent);
if (which === 'reach') reachingScenarios(agent);
if (which === 'stop') stoppingScenarios(agent);
