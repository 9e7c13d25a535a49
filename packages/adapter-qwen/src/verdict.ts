import type { SettledEvent } from '@agentmount/core';
import { asText, type Fields } from '@agentmount/core';
import { CANCELLED, classify } from './failures.js';
import { errorField, resultField } from './wire.js';

/** How a prompt ended. */
export type Verdict = Omit<SettledEvent, 'type'>;

/**
 * Reads a `result` frame (qwen 0.24.4). The only subtypes seen are `success` and `error_during_execution`; whatever else comes, also
 * a success that calls itself an error or has no answer, is a failure. A cancelled prompt is told from a failed one by its text alone.
 * @param stopping whether we have asked for the stop
 */
export function readVerdict(frame: Fields, stopping: boolean): Verdict {
  const subtype = asText(resultField(frame, 'subtype'));
  const answer = asText(resultField(frame, 'result'));
  const said = asText(errorField(resultField(frame, 'error'), 'message'));
  const failed = resultField(frame, 'is_error') !== false;
  if (subtype === 'success' && !failed && answer !== undefined) return { outcome: 'completed', answer };
  if (subtype === 'error_during_execution' && said === CANCELLED) {
    if (stopping) return { outcome: 'interrupted' };
    return { outcome: 'failed', failure: { class: 'agent', message: 'qwen cancelled the prompt by itself' } };
  }
  if (subtype === 'error_during_execution' || (subtype === 'success' && failed)) {
    return { outcome: 'failed', failure: classify(said ?? answer ?? 'qwen reported an error and gave no reason') };
  }
  const what = subtype === 'success' ? 'without an answer' : `of the unknown kind ${JSON.stringify(subtype ?? null)}`;
  return { outcome: 'failed', failure: { class: 'protocol', message: `qwen ended the prompt with a result ${what}` } };
}

/** Whether the beginning of a `result` frame that was too long says that the prompt succeeded: both marks stand before the answer. */
export function headSucceeded(head: string): boolean {
  return /"subtype"\s*:\s*"success"/.test(head) && /"is_error"\s*:\s*false/.test(head);
}
