import type { AgentAdapter } from '@agentmount/core';

/** The agents that the program brings along, each loaded when it is asked for. */
export const builtInAgents: ReadonlyMap<string, () => Promise<AgentAdapter>> = new Map([
  ['qwen', async () => (await import('@agentmount/adapter-qwen')).qwenAdapter as AgentAdapter],
  ['pi', async () => (await import('@agentmount/adapter-pi')).piAdapter as AgentAdapter],
  ['claude', async () => (await import('@agentmount/adapter-claude')).claudeAdapter as AgentAdapter],
  ['codex', async () => (await import('@agentmount/adapter-codex')).codexAdapter as AgentAdapter],
  ['kimi', async () => (await import('./acp-agents.js')).kimiAdapter as AgentAdapter],
  ['gemini', async () => (await import('./acp-agents.js')).geminiAdapter as AgentAdapter],
]);
