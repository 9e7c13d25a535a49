import type { Setup } from '@agentmount/core';
import { type QwenOptions, qwenAdapter } from '../src/index.js';

/** What a test says of a setup; the rest is usual. */
export interface QwenSetup {
  readonly cwd?: string;
  readonly transport?: 'stream' | 'print' | 'acp';
  /** `approval_mode` is `yolo` unless given. */
  readonly options?: QwenOptions;
  readonly model?: string;
  readonly systemPromptAppend?: string;
  readonly presetSession?: string;
  /** A minute unless given. */
  readonly approvalMs?: number;
}

export function qwenSetup(given: QwenSetup = {}): Setup<QwenOptions> {
  return {
    transport: given.transport ?? 'stream',
    cwd: given.cwd ?? '/project',
    options: qwenAdapter.options.parse({ approval_mode: 'yolo', ...given.options }),
    approvalMs: given.approvalMs ?? 60_000,
    ...(given.model === undefined ? {} : { model: given.model }),
    ...(given.systemPromptAppend === undefined ? {} : { systemPromptAppend: given.systemPromptAppend }),
    ...(given.presetSession === undefined ? {} : { presetSession: given.presetSession }),
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
  };
}
