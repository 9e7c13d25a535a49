import { type AcpAgentProfile, defineAcpAdapter } from '../../packages/adapter-acp/src/index.ts';
import { piAdapter } from '../../packages/adapter-pi/src/index.ts';
import type { AgentAdapter } from '../../packages/core/src/index.ts';

const profile: AcpAgentProfile = {
  name: 'x',
  title: 'X',
  command: 'x',
  args: [],
  install: 'none',
  about: 'X (the sentence of the adapter about its agent)',
  danger: '(the sentence of the adapter about what it may do)',
  images: true,
};

/** An adapter that stands for all of them: it has every tool, and no option of its own. */
export const anyAdapter: AgentAdapter = {
  ...(defineAcpAdapter(profile) as AgentAdapter),
  ...(piAdapter.history && { history: piAdapter.history }),
};

/** Writes `X` for the name of {@link anyAdapter} in a text that was made for it. */
export function withPlaceholder(text: string): string {
  return text.replace(/\bx(?=\b|_)/g, 'X');
}
