import type { Action, UsageEvent } from '@agentmount/core';
import { asCount, asText, asWord, fieldOf } from '@agentmount/core';
import type { AcpProfile, UsagePlace } from './profile.js';
import { createToolCalls, type OpenCall } from './tool-calls.js';
import { contentField, promptField, toolField, type UpdateKind, updateField, usageField } from './wire.js';

/** Turns the updates of the running prompt into events. */
export interface Updates {
  /** How often a model of the agent has said or called something since the process began. */
  readonly outputs: number;
  /** A prompt begins. */
  begin(): void;
  /** What follows is no continuation of what was said. */
  pause(): void;
  read(update: unknown): Action[];
  /** What the prompt's response says of tokens. */
  response(result: unknown): Action[];
  findCall(id: string): OpenCall | undefined;
}

export function createUpdates<Options>(profile: AcpProfile<Options>): Updates {
  const calls = createToolCalls((update) => profile.readTool?.(update) ?? {});
  let outputs = 0;
  let spoken = false;
  let gap = false;
  let message: string | undefined;

  function answer(update: unknown): Action[] {
    const { aside, nested, notice } = profile.readChunk?.(update) ?? {};
    const actions: Action[] = notice === undefined ? [] : [notice];
    const id = asWord(updateField(update, 'messageId'));
    if (id !== undefined && message !== undefined && id !== message) gap = true;
    if (id !== undefined) message = id;
    if (aside === true) gap = true;
    const text = aside === true || nested === true ? '' : textOf(update);
    if (text !== '') {
      outputs += 1;
      actions.push({ type: 'text', channel: 'answer', text: gap && spoken ? `\n\n${text}` : text });
      spoken = true;
      gap = false;
    }
    if (profile.usage === 'message') {
      actions.push(...steps(fieldOf(updateField(update, '_meta'), 'usage'), nested === true));
    }
    return actions;
  }

  /** One request to the model is one round trip. A figure of nothing is what agents send for a provider that counts none. */
  function steps(usage: unknown, nested: boolean): Action[] {
    const tokens = tokensOf(usage, 'step');
    if (tokens === undefined) return [];
    return nested ? [tokens] : [tokens, { type: 'rounds', scope: 'step', count: 1 }];
  }

  function thought(update: unknown): Action[] {
    const text = textOf(update);
    if (text === '' || profile.readChunk?.(update).nested === true) return [];
    outputs += 1;
    return [{ type: 'text', channel: 'thought', text }];
  }

  function toolCall(update: unknown): Action[] {
    const actions = calls.update(update);
    if (actions.some((action) => action.type === 'tool' && action.phase === 'start' && action.nested !== true)) {
      outputs += 1;
      spoken = false;
      gap = false;
    }
    return actions;
  }

  return {
    get outputs() {
      return outputs;
    },
    begin() {
      calls.clear();
      spoken = false;
      gap = false;
      message = undefined;
    },
    pause() {
      gap = true;
    },
    read(update) {
      const kind = asText(updateField(update, 'sessionUpdate')) as UpdateKind | undefined;
      switch (kind) {
        case 'agent_message_chunk':
          return answer(update);
        case 'agent_thought_chunk':
          return thought(update);
        case 'tool_call':
        case 'tool_call_update':
          return toolCall(update);
        case 'user_message_chunk':
        case 'plan':
        case 'available_commands_update':
        case 'current_mode_update':
        case 'config_option_update':
        case 'session_info_update':
        case 'usage_update':
          return [];
        default:
          return [{ type: 'unknown', frame: `session/update ${kind ?? '?'}` }];
      }
    },
    response: (result) => responseUsage(profile.usage, result),
    findCall: (id) => calls.find(id),
  };
}

/** The call that a `tool_call_update` ends, or nothing. */
export function endedCall(update: unknown): string | undefined {
  const status = toolField(update, 'status');
  return status === 'completed' || status === 'failed' ? asWord(toolField(update, 'toolCallId')) : undefined;
}

function textOf(update: unknown): string {
  const content = updateField(update, 'content');
  return contentField(content, 'type') === 'text' ? (asText(contentField(content, 'text')) ?? '') : '';
}

function responseUsage(place: UsagePlace, result: unknown): UsageEvent[] {
  switch (place) {
    case 'response':
      return only(tokensOf(promptField(result, 'usage'), 'prompt'));
    case 'response-total':
      return only(tokensOf(promptField(result, 'usage'), 'total'));
    case 'quota': {
      const quota = fieldOf(promptField(result, '_meta'), 'quota');
      const count = fieldOf(quota, 'token_count');
      return only(usageOf(fieldOf(count, 'input_tokens'), fieldOf(count, 'output_tokens'), 'prompt'));
    }
    default:
      return [];
  }
}

function tokensOf(usage: unknown, scope: UsageEvent['scope']): UsageEvent | undefined {
  return usageOf(usageField(usage, 'inputTokens'), usageField(usage, 'outputTokens'), scope);
}

function usageOf(read: unknown, written: unknown, scope: UsageEvent['scope']): UsageEvent | undefined {
  const input = asCount(read);
  const output = asCount(written);
  if (input === undefined || output === undefined || input + output === 0) return undefined;
  return { type: 'usage', scope, input, output };
}

function only(event: UsageEvent | undefined): UsageEvent[] {
  return event === undefined ? [] : [event];
}
