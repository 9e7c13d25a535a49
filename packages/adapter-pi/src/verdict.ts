import type { Event, SettledEvent } from '@agentmount/core';
import { classify, sentence } from './failures.js';

/** What the last finished message of the model says about how the run went. */
export interface LastMessage {
  /** pi's own word; undefined when the message had none or was dropped for its length. */
  readonly stopReason: string | undefined;
  readonly text: string;
  readonly errorMessage?: string | undefined;
}

/** How the run was brought to its end. */
export interface RunEnd {
  /** What `agent_settled` says. */
  readonly aborted: boolean;
  /** Whether we told pi to stop. */
  readonly stopped: boolean;
}

/**
 * The end of a prompt, told by the stop reason of the last message that is not a step on the way to a tool call: `stop` and `length`
 * are success, everything else fails, by name. pi's exit codes and the order of its events say nothing about it.
 */
export function verdict(last: LastMessage | undefined, end: RunEnd): readonly Event[] {
  const interrupted: SettledEvent = { type: 'settled', outcome: 'interrupted' };
  const words = last?.text.trim() === '' ? undefined : last?.text;
  if (last?.stopReason === 'stop' && words !== undefined)
    return [{ type: 'settled', outcome: 'completed', answer: words }];
  if (last?.stopReason === 'length' && words !== undefined) {
    const text = 'the answer is cut off: the model reached its output limit; ask for the rest in the same session';
    return [
      { type: 'notice', level: 'warning', text },
      { type: 'settled', outcome: 'completed', answer: words },
    ];
  }
  if (end.stopped && (end.aborted || last === undefined || last.stopReason === 'aborted')) return [interrupted];
  return [{ type: 'settled', outcome: 'failed', failure: failureOf(last, end) }];
}

function failureOf(last: LastMessage | undefined, end: RunEnd) {
  if (last === undefined) {
    if (end.aborted)
      return { class: 'agent', message: 'pi aborted the run by itself before the model had answered' } as const;
    return { class: 'protocol', message: 'pi settled before any message of the model had ended' } as const;
  }
  switch (last.stopReason) {
    case 'stop':
      return { class: 'protocol', message: "the model's last message ended normally but has no text" } as const;
    case 'length':
      return {
        class: 'limit',
        message: 'the model reached its output limit before it had said anything',
        remedy: 'use a model with a larger output limit, or a lower thinking level',
      } as const;
    case 'error':
      return classify(last.errorMessage ?? 'the model failed and pi gave no reason');
    case 'aborted': {
      const reason = last.errorMessage === undefined ? '' : ` (${sentence(last.errorMessage)})`;
      return { class: 'agent', message: `pi aborted the run by itself${reason}` } as const;
    }
    case undefined:
      return {
        class: 'protocol',
        message: "the end of the model's last message did not arrive, so nothing says whether it is whole",
      } as const;
    default: {
      const reason = JSON.stringify(last.stopReason.slice(0, 40));
      return {
        class: 'protocol',
        message: `the model's last message has the stop reason ${reason}, which is no known end`,
      } as const;
    }
  }
}

/**
 * The end of a prompt that pi made no run of: a command or a hook of an extension took it. What an extension told the person is
 * its answer.
 */
export function handledVerdict(
  last: LastMessage | undefined,
  stopped: boolean,
  notes: readonly string[],
  error: string | undefined,
): readonly Event[] {
  const text = 'pi handled this prompt by itself (a command or a hook of an extension)';
  if (last !== undefined)
    return [{ type: 'notice', level: 'info', text }, ...verdict(last, { aborted: false, stopped })];
  if (stopped) return [{ type: 'settled', outcome: 'interrupted' }];
  if (error !== undefined) {
    const message = `the command of an extension of pi failed: ${error}`;
    return [{ type: 'settled', outcome: 'failed', failure: { class: 'agent', message } }];
  }
  return [
    { type: 'notice', level: 'info', text: `${text}, and no model ran` },
    { type: 'settled', outcome: 'completed', answer: notes.join('\n') },
  ];
}
