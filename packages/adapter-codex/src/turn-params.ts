import type { Task } from '@agentmount/core';
import { readSchema, sandboxOf } from './launch.js';
import type { CodexOptions } from './options.js';
import { sandboxPolicy } from './sandbox-policy.js';

/** A text as an item of a turn's input. */
export function textInput(text: string): object {
  return { type: 'text', text, text_elements: [] };
}

/** When codex asks, and that it asks us: a reviewer of its own may be set in the person's configuration. */
export function approvalParams({ options }: Task<CodexOptions>): object {
  return { approvalPolicy: options.approval_policy ?? 'on-request', approvalsReviewer: 'user' };
}

/** The params of `turn/start`. Everything that a caller may set is in them, so that nothing of an earlier turn stays in force unsaid but the model and its effort. */
export function turnParams(thread: string, task: Task<CodexOptions>, config: unknown): object {
  const { options, model, images = [] } = task;
  const schema = options.output_schema === undefined ? undefined : readSchema(options.output_schema);
  return {
    threadId: thread,
    input: [
      textInput(task.text),
      ...images.map(({ mediaType, data }) => ({ type: 'image', url: `data:${mediaType};base64,${data}` })),
    ],
    ...approvalParams(task),
    sandboxPolicy: sandboxPolicy(sandboxOf(options), config),
    ...(model === undefined ? {} : { model }),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    ...(schema === undefined ? {} : { outputSchema: schema }),
  };
}
