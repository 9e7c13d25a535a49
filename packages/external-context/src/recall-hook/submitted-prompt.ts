/** What the hook uses of an event of qwen. */
export interface SubmittedPrompt {
  /** What the person typed, before reminders, files and everything else that qwen adds for the model. */
  readonly text: string;
  /** Working directory of the qwen process. */
  readonly cwd: string;
}

/**
 * Reads an event (as of qwen 0.24.4). Only `submitted_prompt` says what was typed; `prompt` holds file contents as well and is
 * never looked at, not even when the other is missing.
 * @returns undefined when the event is of another kind or does not say where its text comes from, and in the approval mode
 *   `yolo`, which the profile does not support
 */
export function readSubmittedPrompt(event: unknown): SubmittedPrompt | undefined {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return undefined;
  const { hook_event_name, submitted_prompt, cwd, permission_mode } = event as Record<string, unknown>;
  if (hook_event_name !== 'UserPromptSubmit' || permission_mode === 'yolo') return undefined;
  if (typeof submitted_prompt !== 'string' || submitted_prompt.trim() === '') return undefined;
  return typeof cwd === 'string' ? { text: submitted_prompt, cwd } : undefined;
}
