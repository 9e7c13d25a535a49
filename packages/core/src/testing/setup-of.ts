import type { AgentAdapter } from '../contract/adapter.js';
import type { Image, Setup, Task } from '../contract/setup.js';
import type { TranscriptHeader } from './transcript.js';

/** The setup that a transcript was recorded under, on a machine with nothing on it. */
export function setupOf<Options>(
  adapter: AgentAdapter<Options>,
  header: Pick<TranscriptHeader, 'transport' | 'plan' | 'setup'>,
): Omit<Task<Options>, 'text' | 'images'> {
  const { setup } = header;
  return {
    transport: header.transport,
    cwd: setup?.cwd ?? header.plan.cwd,
    ...(setup?.model !== undefined && { model: setup.model }),
    ...(setup?.systemPromptAppend !== undefined && { systemPromptAppend: setup.systemPromptAppend }),
    ...(setup?.presetSession !== undefined && { presetSession: setup.presetSession }),
    ...(setup?.session !== undefined && { session: setup.session }),
    options: adapter.options.parse(setup?.options ?? {}),
    approvalMs: setup?.approvalMs ?? 0,
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
  };
}

/** A prompt under that setup. */
export function taskOf<Options>(setup: Setup<Options>, text: string, images?: readonly Image[]): Task<Options> {
  return { ...setup, text, ...(images && { images }) };
}
