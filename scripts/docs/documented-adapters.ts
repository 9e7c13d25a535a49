import { builtInAgents } from '../../packages/agentmount/src/agents/built-in-agents.ts';
import type { AgentAdapter } from '../../packages/core/src/index.ts';

/** The adapters that the program brings along, in its order, which is the order in which documents name them. */
export const documentedAdapters: readonly AgentAdapter[] = await Promise.all(
  [...builtInAgents.values()].map((load) => load()),
);
