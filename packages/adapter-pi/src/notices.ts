import type { Event } from '@agentmount/core';
import { asCount, asText, type Fields } from '@agentmount/core';
import { sentence } from './failures.js';
import { unmatchedTools } from './tool-names.js';
import { readUsage } from './usage.js';
import { compactionField, eventField } from './wire.js';

/** pi asks the model again after a failure; the text of the failed attempt is not part of the answer. */
export function retryNotice(frame: Fields): readonly Event[] {
  const attempt = asCount(eventField(frame, 'attempt'));
  const most = asCount(eventField(frame, 'maxAttempts'));
  const count = attempt === undefined || most === undefined ? '' : ` (attempt ${attempt} of ${most})`;
  const reason = sentence(asText(eventField(frame, 'errorMessage')) ?? '');
  return [{ type: 'notice', level: 'retry', text: `pi asks the model again${count}: ${reason}` }];
}

/** pi has replaced the conversation by a summary, or failed to. */
export function compactionEnd(frame: Fields): readonly Event[] {
  const reason =
    asText(eventField(frame, 'reason')) === 'overflow' ? 'it no longer fitted' : 'it was close to the limit';
  const failure = asText(eventField(frame, 'errorMessage'));
  if (failure !== undefined) {
    return [{ type: 'notice', level: 'warning', text: `pi could not shorten the conversation: ${sentence(failure)}` }];
  }
  const result = eventField(frame, 'result');
  if (result === undefined || result === null) return [];
  const tokens = asCount(compactionField(result, 'tokensBefore'));
  const size = tokens ? ` of ${tokens} tokens` : '';
  return [
    ...readUsage(compactionField(result, 'usage')),
    {
      type: 'notice',
      level: 'info',
      text: `pi replaced the conversation${size} by a summary because ${reason} (the model's context window)`,
    },
  ];
}

/** pi takes a part of a model's name, too, and says nothing when it took another model than one might think. */
export function modelNotice(asked: string | undefined, used: string | undefined): readonly Event[] {
  if (asked === undefined || used === undefined) return [];
  const wanted = asked.toLowerCase();
  const name = used.toLowerCase();
  const id = name.slice(name.indexOf('/') + 1);
  const plain = wanted.replace(/:(off|minimal|low|medium|high|xhigh|max)$/, '');
  if ([wanted, plain].some((word) => word === name || word === id)) return [];
  return [{ type: 'notice', level: 'info', text: `pi took the model ${used} for ${JSON.stringify(asked)}` }];
}

/** pi lowers a level that the model does not have without a word. */
export function thinkingNotice(asked: string | undefined, used: string | undefined): readonly Event[] {
  if (asked === undefined || used === undefined || asked === used) return [];
  return [
    { type: 'notice', level: 'info', text: `the model does not have the thinking level ${asked}; pi uses ${used}` },
  ];
}

/** pi runs without a tool that it does not know. */
export function toolsNotice(asked: string | undefined, declared: readonly string[]): readonly Event[] {
  const unmatched = asked === undefined ? [] : unmatchedTools(asked, declared);
  if (unmatched.length === 0) return [];
  return [
    {
      type: 'notice',
      level: 'warning',
      text: `pi has no tool that fits ${unmatched.join(', ')}, so it worked without`,
    },
  ];
}
