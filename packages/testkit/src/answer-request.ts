import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { writeErrorResponse } from '@copilotkit/aimock';
import type { AnswerForm } from './answer-form.js';
import type { ModelRequestBody } from './model-request.js';
import type { AnswerStep, ModelStep } from './model-step.js';
import { text } from './model-steps.js';

/** `usable`: a whole answer with words or tools went out. `sent`: all of the script went out, but a client will ask again. */
export type AnswerResult = 'usable' | 'sent' | 'cut' | 'interrupted';

/**
 * Answers one request with one step.
 * @param form how its API says it. @param closed fires when the connection is gone before the answer is whole.
 */
export async function answerRequest(
  response: ServerResponse,
  step: ModelStep,
  body: ModelRequestBody,
  form: AnswerForm,
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
      if (step.firstWords !== '') await writeOpening(response, step.firstWords, body, form, closed);
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
        return writeAnswer(response, step.answer, body, form, closed);
      }
      return writeAnswer(response, step.answer, body, form, closed, {
        after: step.firstWords.length,
        wait: () => step.wait(closed),
      });
    }
    case 'answer':
      return writeAnswer(response, step, body, form, closed);
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
  form: AnswerForm,
  closed: AbortSignal,
  pause?: Pause,
): Promise<AnswerResult> {
  if (closed.aborted) return 'interrupted';
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(form.whole(step, body)));
  } else {
    startStream(response);
    let said = 0;
    let paused = pause === undefined;
    for (const piece of form.stream(step, body, pause?.after ?? 0)) {
      if (closed.aborted) return 'interrupted';
      await writeLines(response, piece.lines, closed);
      said += piece.words;
      if (!paused && pause !== undefined && said >= pause.after) {
        paused = true;
        await pause.wait();
      }
    }
    if (closed.aborted) return 'interrupted';
    response.end();
  }
  if (!response.writableFinished && !closed.aborted)
    await Promise.race([once(response, 'close'), once(closed, 'abort')]);
  if (!response.writableFinished) return 'interrupted';
  const usable =
    (step.text !== '' || step.tools.length > 0) && (step.finish === 'stop' || step.finish === 'tool_calls');
  return usable ? 'usable' : 'sent';
}

async function writeOpening(
  response: ServerResponse,
  words: string,
  body: ModelRequestBody,
  form: AnswerForm,
  closed: AbortSignal,
) {
  startStream(response);
  for (const piece of form.stream({ ...text(words), finish: null }, body, 0)) {
    if (!piece.closes) await writeLines(response, piece.lines, closed);
  }
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

async function writeLines(response: ServerResponse, lines: string, closed: AbortSignal): Promise<void> {
  if (response.write(`${lines}\n\n`) || closed.aborted) return;
  await Promise.race([once(response, 'drain'), once(response, 'close'), once(closed, 'abort')]);
}
