import { defineAcpAdapter, geminiProfile, kimiProfile } from '../../packages/adapter-acp/src/index.ts';
import { piAdapter } from '../../packages/adapter-pi/src/index.ts';
import { qwenAdapter } from '../../packages/adapter-qwen/src/index.ts';
import type { AgentAdapter } from '../../packages/core/src/index.ts';

/** The adapters of this repository, in the order in which documents name them. */
export const documentedAdapters: readonly AgentAdapter[] = [
  qwenAdapter as AgentAdapter,
  piAdapter as AgentAdapter,
  defineAcpAdapter(geminiProfile) as AgentAdapter,
  defineAcpAdapter(kimiProfile) as AgentAdapter,
];
