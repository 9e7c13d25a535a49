import { asCount, asWord, type Failure, type SettledEvent } from '@agentmount/core';
import { classify } from './failures.js';
import { anyField, asWords, resultField } from './wire.js';

/** How a prompt ended. */
export type Verdict = Omit<SettledEvent, 'type'>;

/** Ends that a stop leads to (`terminal_reason`, claude 2.1.332). */
const STOPPED = /^(aborted_|interrupted$|cancelled$)/;

/** Ends by a limit of the run's own. */
const LIMITS: Readonly<Record<string, Failure>> = {
  error_max_budget_usd: {
    class: 'limit',
    message: 'claude ended the run because it has cost as much as max_budget_usd allows',
    remedy: 'continue the session with a higher max_budget_usd',
  },
  error_max_turns: {
    class: 'limit',
    message: 'claude ended the run because it had made as many turns as its settings allow',
    remedy: 'continue the session, which begins to count anew',
  },
  error_max_structured_output_retries: {
    class: 'model',
    message: "the model's output did not fit output_schema, however often claude asked for it",
    remedy: 'make output_schema simpler, or name another model',
  },
};

/**
 * Reads a `result` frame. A success that calls itself an error is how an error of the model's API ends; whatever else is no plain
 * success with an answer is a failure, too.
 * @param stopping whether we have asked for the stop
 * @param schema whether the answer was to fit a schema
 */
export function readVerdict(frame: unknown, stopping: boolean, schema = false): Verdict {
  const subtype = asWord(anyField(frame, 'subtype'));
  const said = resultField(frame, 'result');
  const reason = asWord(resultField(frame, 'terminal_reason'));
  const failed = resultField(frame, 'is_error') !== false;
  if (reason !== undefined && STOPPED.test(reason)) return stopped(stopping);
  if (stopping && reason === undefined && subtype === 'error_during_execution') return stopped(true);
  if (subtype === 'success' && !failed) {
    const output = schema ? resultField(frame, 'structured_output') : undefined;
    if (output !== undefined && output !== null) return { outcome: 'completed', answer: JSON.stringify(output) };
    if (typeof said === 'string') return { outcome: 'completed', answer: said };
  }
  return { outcome: 'failed', failure: failureOf(frame, subtype, failed) };
}

function stopped(stopping: boolean): Verdict {
  if (stopping) return { outcome: 'interrupted' };
  return { outcome: 'failed', failure: { class: 'agent', message: 'claude stopped the prompt by itself' } };
}

function failureOf(frame: unknown, subtype: string | undefined, failed: boolean): Failure {
  const limit = subtype !== undefined && Object.hasOwn(LIMITS, subtype) ? LIMITS[subtype] : undefined;
  if (limit) return limit;
  if (subtype === 'error_during_execution' || (subtype === 'success' && failed)) {
    const words = asWord(resultField(frame, 'result')) ?? asWords(resultField(frame, 'errors'))[0];
    const status = asCount(resultField(frame, 'api_error_status'));
    return classify(words ?? 'claude reported an error and gave no reason', status);
  }
  const what = subtype === 'success' ? 'without an answer' : `of the unknown kind ${JSON.stringify(subtype ?? null)}`;
  return { class: 'protocol', message: `claude ended the prompt with a result ${what}` };
}
