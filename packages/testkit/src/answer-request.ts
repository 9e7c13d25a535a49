import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  buildContentWithToolCallsChunks,
  buildContentWithToolCallsCompletion,
  type SSEChunk,
  writeErrorResponse,
} from '@copilotkit/aimock';
import type { ModelRequestBody } from './model-request.js';
import type { AnswerStep, ModelStep, StepUsage } from './model-step.js';
import { text } from './model-steps.js';

/** `usable`: a whole answer with words or tools went out. `sent`: all of the script went out, but a client will ask again. */
export type AnswerResult = 'usable' | 'sent' | 'cut' | 'interrupted';

/**
 * Answers one chat-completions request with one step.
 * @param closed fires when the connection is gone before the answer is whole.
 */
export async function answerRequest(
  response: ServerResponse,
  step: ModelStep,
  body: ModelRequestBody,
  closed: AbortSignal,
): Promise<AnswerResult> {
  switch (step.kind) {
    case 'status': {
      for (const [name, value] of Object.entries(step.headers ?? {})) response.setHeader(name, value);
      const error = { message: step.message, type: errorType(step.status), param: null, code: step.code ?? null };
      writeErrorResponse(response, step.status, JSON.stringify({ error }));
      return 'sent';
    }
    case 'hang':
    case 'cut': {
      if (step.firstWords !== '') await writeOpening(response, step.firstWords, body, closed);
      if (step.kind === 'cut') {
        response.destroy();
        return 'cut';
      }
      if (!closed.aborted) await once(closed, 'abort');
      return 'interrupted';
    }
    case 'hold': {
      if (step.firstWords === '' || body.stream !== true) {
        await step.wait(closed);
        return writeAnswer(response, step.answer, body, closed);
      }
      return writeAnswer(response, step.answer, body, closed, {
        after: step.firstWords.length,
        wait: () => step.wait(closed),
      });
    }
    case 'answer':
      return writeAnswer(response, step, body, closed);
  }
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

interface Pause {
  /** Characters of text after which to wait. */
  readonly after: number;
  wait(): Promise<void>;
}

async function writeAnswer(
  response: ServerResponse,
  step: AnswerStep,
  body: ModelRequestBody,
  closed: AbortSignal,
  pause?: Pause,
): Promise<AnswerResult> {
  if (closed.aborted) return 'interrupted';
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(step, body)));
  } else {
    startStream(response);
    let said = 0;
    let paused = pause === undefined;
    for (const chunk of chunks(step, body, pause?.after ?? 0)) {
      if (closed.aborted) return 'interrupted';
      await writeData(response, JSON.stringify(chunk), closed);
      said += chunk.choices[0]?.delta.content?.length ?? 0;
      if (!paused && pause !== undefined && said >= pause.after) {
        paused = true;
        await pause.wait();
      }
    }
    if (closed.aborted) return 'interrupted';
    await writeData(response, '[DONE]', closed);
    response.end();
  }
  if (!response.writableFinished && !closed.aborted)
    await Promise.race([once(response, 'close'), once(closed, 'abort')]);
  if (!response.writableFinished) return 'interrupted';
  const usable =
    (step.text !== '' || step.tools.length > 0) && (step.finish === 'stop' || step.finish === 'tool_calls');
  return usable ? 'usable' : 'sent';
}

async function writeOpening(response: ServerResponse, words: string, body: ModelRequestBody, closed: AbortSignal) {
  startStream(response);
  for (const chunk of chunks({ ...text(words), finish: null }, body, 0)) {
    if (chunk.choices.length > 0) await writeData(response, JSON.stringify(chunk), closed);
  }
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

async function writeData(response: ServerResponse, data: string, closed: AbortSignal): Promise<void> {
  if (response.write(`data: ${data}\n\n`) || closed.aborted) return;
  await Promise.race([once(response, 'drain'), once(response, 'close'), once(closed, 'abort')]);
}

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

/** A body that is not streamed, with everything the step says. */
function completion(step: AnswerStep, body: ModelRequestBody) {
  const overrides = { usage: tokens(step.usage), ...(step.finish === null ? {} : { finishReason: step.finish }) };
  return buildContentWithToolCallsCompletion(step.text, calls(step), body.model, step.thinking, overrides);
}

/** The streamed pieces; a piece ends after `boundary` characters of text, so that the stream can pause there. */
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
