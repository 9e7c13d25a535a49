import type { Action, SettledEvent } from '../contract/event.js';
import { isFailureClass } from './action-shape.js';
import type { InvariantId } from './invariants.js';

/** A rule that an action breaks whatever came before it. */
export interface ContentFault {
  readonly id: InvariantId;
  readonly detail: string;
}

/** The first rule that the content of a well-formed action breaks. `sessionId`: the form that the adapter declares for its ids. */
export function contentFault(action: Action, sessionId: RegExp | undefined): ContentFault | undefined {
  switch (action.type) {
    case 'send':
      if (action.line.includes('\n')) return { id: 'send-one-line', detail: 'LF in a sent line' };
      return action.line.trim() === '' ? { id: 'write-not-blank', detail: 'blank line sent' } : undefined;
    case 'raw':
      return action.text === '' ? { id: 'write-not-blank', detail: 'empty raw text' } : undefined;
    case 'session':
      return !sessionId || sessionId.test(action.id)
        ? undefined
        : { id: 'session-form', detail: JSON.stringify(action.id) };
    case 'text':
      return action.text === '' ? { id: 'text-not-empty', detail: `empty ${action.channel} text` } : undefined;
    case 'tool':
      return isFilled(action.id) ? undefined : { id: 'tool-id', detail: `tool ${action.phase} without an id` };
    case 'usage':
      if (!isMoney(action.cost)) return { id: 'figures', detail: `cost ${action.cost}` };
      return countFault(action.input, action.output);
    case 'rounds':
      return countFault(action.count);
    case 'models':
      return countFault(...action.models.flatMap((model) => [model.contextWindow, model.maxOutput]));
    case 'settled':
      return settledFault(action);
    default:
      return undefined;
  }
}

function settledFault({ outcome, answer, failure }: SettledEvent): ContentFault | undefined {
  if ((outcome === 'failed') !== (failure !== undefined)) {
    return { id: 'failure-given', detail: `${outcome} ${failure ? 'with' : 'without'} a failure` };
  }
  if (!failure) return undefined;
  if (answer !== undefined) return { id: 'answer-not-on-failed', detail: JSON.stringify(answer) };
  if (!isFailureClass(failure.class)) return { id: 'failure-class', detail: JSON.stringify(failure.class) };
  if (!isOneLine(failure.message) || failure.message.endsWith('.')) {
    return { id: 'failure-message', detail: JSON.stringify(failure.message) };
  }
  if (failure.remedy === undefined || isOneLine(failure.remedy)) return undefined;
  return { id: 'failure-message', detail: JSON.stringify(failure.remedy) };
}

function countFault(...counts: readonly (number | undefined)[]): ContentFault | undefined {
  const wrong = counts.find((count) => count !== undefined && !(Number.isInteger(count) && count >= 0));
  return wrong === undefined ? undefined : { id: 'figures', detail: String(wrong) };
}

function isMoney(cost: number | undefined): boolean {
  return cost === undefined || (Number.isFinite(cost) && cost >= 0);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isOneLine(text: string): boolean {
  return text.trim() !== '' && !/[\r\n]/.test(text);
}
