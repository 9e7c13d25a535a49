import { createQwenHome } from '@agentmount/testkit';
import {
  failureScenarios,
  reachingScenarios,
  type ScenarioAgent,
  stoppingScenarios,
  turnScenarios,
} from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

/** The same agent, driven over the Agent Client Protocol wherever a call does not say otherwise. */
const acpAgent: ScenarioAgent = {
  ...qwenAgent,
  createHome: (options) => createQwenHome({ ...options, env: { QWEN_MCP_TRANSPORT: 'acp', ...options.env } }),
  transports: { ...qwenAgent.transports, reachable: 'acp' },
  steer: 'delivers',
};

turnScenarios(acpAgent);
reachingScenarios(acpAgent);
stoppingScenarios(acpAgent);
failureScenarios(acpAgent);
