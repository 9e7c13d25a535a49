import {
  buildContentWithToolCallsChunks,
  buildContentWithToolCallsCompletion,
  type SSEChunk,
} from '@copilotkit/aimock';
import type { AnswerForm } from './answer-form.js';
import type { ModelRequestBody } from './model-request.js';
import type { AnswerStep, StepUsage } from './model-step.js';

/** The chat-completions API. */
export const chatForm: AnswerForm = {
  stream: (step, body, boundary) => [
    ...chunks(step, body, boundary).map((chunk) => ({
      lines: `data: ${JSON.stringify(chunk)}`,
      words: chunk.choices[0]?.delta.content?.length ?? 0,
      closes: chunk.choices.length === 0,
    })),
    { lines: 'data: [DONE]', words: 0, closes: true },
  ],
  whole: completion,
};

function tokens(usage: StepUsage) {
  const input = usage.input ?? 100;
  const output = usage.output ?? 5;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  };
}

function calls(step: AnswerStep) {
  return step.tools.map((call) => ({ name: call.name, arguments: JSON.stringify(call.arguments) }));
}

function completion(step: AnswerStep, body: ModelRequestBody) {
  const overrides = { usage: tokens(step.usage), ...(step.finish === null ? {} : { finishReason: step.finish }) };
  return buildContentWithToolCallsCompletion(step.text, calls(step), body.model, step.thinking, overrides);
}

function chunks(step: AnswerStep, body: ModelRequestBody, boundary: number): SSEChunk[] {
  const size = step.chunkSize ?? Math.max(20, Math.ceil(step.text.length / 200));
  const blocks = [
    { type: 'text' as const, text: step.text.slice(0, boundary) },
    { type: 'text' as const, text: step.text.slice(boundary) },
    ...calls(step).map((call) => ({ type: 'toolCall' as const, ...call })),
  ].filter((block) => block.type !== 'text' || block.text !== '');
  const list = buildContentWithToolCallsChunks(
    step.text,
    calls(step),
    body.model,
    size,
    step.thinking,
    {
      ...(step.finish === null ? {} : { finishReason: step.finish }),
    },
    blocks,
  );
  const told = step.finish === null ? list.filter((chunk) => chunk.choices[0]?.finish_reason == null) : list;
  const first = told[0];
  if (first === undefined || body.stream_options?.include_usage !== true) return told;
  return [...told, { ...first, choices: [], usage: tokens(step.usage) } as SSEChunk];
}
