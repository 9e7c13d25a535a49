import type { Setup } from '@agentmount/core';
import { type ClaudeOptions, claudeAdapter } from '../src/index.js';

/** What a test says of a setup; the rest is usual. */
export interface ClaudeSetup {
  readonly cwd?: string;
  readonly transport?: 'stream' | 'print';
  /** `approval_mode` is `yolo` unless given. */
  readonly options?: ClaudeOptions;
  readonly model?: string;
  readonly systemPromptAppend?: string;
  readonly presetSession?: string;
}

export function claudeSetup(given: ClaudeSetup = {}): Setup<ClaudeOptions> {
  return {
    transport: given.transport ?? 'stream',
    cwd: given.cwd ?? '/project',
    options: claudeAdapter.options.parse({ approval_mode: 'yolo', ...given.options }),
    approvalMs: 60_000,
    ...(given.model === undefined ? {} : { model: given.model }),
    ...(given.systemPromptAppend === undefined ? {} : { systemPromptAppend: given.systemPromptAppend }),
    ...(given.presetSession === undefined ? {} : { presetSession: given.presetSession }),
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
  };
}
