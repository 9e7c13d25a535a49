import type { Action, Failure } from '@agentmount/core';
import { asCount, asList, asText, type Fields } from '@agentmount/core';
import { LOST_INIT, LOST_RESULT, limitFailure } from './failures.js';
import { commandNotice, deniedNotice, modeNotice, retryNotice, separatorNotice } from './notices.js';
import { SESSION_ID } from './session-id.js';
import { createTextBlocks, type TextBlocks } from './text-blocks.js';
import { createToolCalls } from './tool-calls.js';
import { unlimitedTools } from './tool-limit.js';
import { createUsageCount } from './usage-count.js';
import { headSucceeded, readVerdict, type Verdict } from './verdict.js';
import {
  assistantField,
  blockField,
  denialField,
  eventField,
  frameType,
  lostType,
  messageField,
  partialField,
  readUsage,
  resultField,
  systemField,
  userField,
} from './wire.js';

/** What the translation of a process's frames depends on. */
export interface TranslatorOptions {
  /** The session that the process continues. */
  readonly session?: string;
  /** The approval mode it was started with. */
  readonly mode: string;
  /** The only tools that may run. */
  readonly tools?: readonly string[];
}

/** Turns the frames that both transports share into events; settles the running prompt at its `result`. */
export interface Translator {
  /** Whether a prompt has been begun and not been settled. */
  readonly running: boolean;
  /** Whether qwen has begun the running prompt: from then on an interrupt hits it. */
  readonly begun: boolean;
  /** Whether the process must take no other prompt: it does not keep to the limit of tools. */
  readonly unusable: boolean;
  /** A prompt is about to be written. */
  begin(prompt: string): Action[];
  /** Says whether the prompt's end, when it says that it was cancelled, is what was asked for. */
  stopping(): void;
  /** The session's id as something other than a shared frame said it. */
  session(id: string): Action[];
  frame(frame: Fields): Action[];
  /** The beginning of a frame that was too long to be read. */
  lost(head: string): Action[];
  /** Ends the running prompt for a reason that is not a frame. Nothing when none runs. */
  settle(verdict: Verdict): Action[];
}

export function createTranslator(options: TranslatorOptions): Translator {
  const usage = createUsageCount(options.session !== undefined);
  const tools = createToolCalls();
  let text: TextBlocks = createTextBlocks();
  let sessionId: string | undefined;
  let model: string | undefined;
  let initSeen = false;
  let running = false;
  let begun = false;
  let stopping = false;
  let unusable = false;
  let command: string | undefined;

  function session(id: string): Action[] {
    if (id === sessionId || !SESSION_ID.test(id)) return [];
    const fresh = sessionId === undefined && options.session !== undefined && id !== options.session;
    if (sessionId !== undefined || fresh) usage.restart();
    sessionId = id;
    return [fresh ? { type: 'session', id, fresh } : { type: 'session', id }];
  }

  function answering(id: string | undefined): Action[] {
    if (id === undefined || id === '' || id === model) return [];
    model = id;
    return [{ type: 'model', id }];
  }

  function settle(verdict: Verdict): Action[] {
    if (!running) return [];
    running = false;
    begun = false;
    return [{ type: 'settled', ...verdict }];
  }

  function system(frame: Fields): Action[] {
    const subtype = asText(systemField(frame, 'subtype'));
    switch (subtype) {
      case 'init': {
        begun = running;
        const said = answering(asText(systemField(frame, 'model')));
        const mode = asText(systemField(frame, 'permission_mode'));
        if (!initSeen && mode !== undefined && mode !== options.mode) said.push(modeNotice(options.mode, mode));
        initSeen = true;
        return [...said, ...checkLimit(asList(systemField(frame, 'tools')))];
      }
      case 'retry':
        return [retryNotice(systemField(frame, 'data'))];
      case 'task_started':
      case 'task_notification':
      case 'worktree_started':
        return [];
      default:
        return [{ type: 'unknown', frame: `system/${subtype ?? '?'}` }];
    }
  }

  /** Ends the prompt before the model is asked when tools outside the limit could run. */
  function checkLimit(offered: readonly unknown[]): Action[] {
    if (options.tools === undefined) return [];
    const over = unlimitedTools(
      options.tools,
      offered.map(asText).filter((name) => name !== undefined),
    );
    if (over.length === 0) return [];
    return giveUp(limitFailure(over));
  }

  function giveUp(failure: Failure): Action[] {
    unusable = true;
    return settle({ outcome: 'failed', failure });
  }

  function assistant(frame: Fields): Action[] {
    const nested = asText(assistantField(frame, 'parent_tool_use_id')) !== undefined;
    const message = assistantField(frame, 'message');
    const actions: Action[] = nested ? [] : answering(asText(messageField(message, 'model')));
    for (const block of asList(messageField(message, 'content'))) {
      const type = asText(blockField(block, 'type'));
      if (type === 'tool_use') {
        if (!nested) text.pause();
        actions.push(...tools.start(block, nested));
      } else if (!nested) {
        actions.push(...text.whole(block));
      }
    }
    const tokens = readUsage(messageField(message, 'usage'));
    const steps = tokens === undefined ? [] : usage.step(tokens);
    actions.push(...steps);
    if (steps.length > 0 && !nested) actions.push({ type: 'rounds', scope: 'step', count: 1 });
    return actions;
  }

  function user(frame: Fields): Action[] {
    return asList(messageField(userField(frame, 'message'), 'content')).flatMap((block) => tools.end(block));
  }

  function partial(frame: Fields): Action[] {
    if (asText(partialField(frame, 'parent_tool_use_id')) !== undefined) return [];
    const event = partialField(frame, 'event');
    const type = asText(eventField(event, 'type'));
    switch (type) {
      case 'message_start':
        return answering(asText(messageField(eventField(event, 'message'), 'model')));
      case 'content_block_start':
        text.start();
        return [];
      case 'content_block_delta':
        return text.delta(eventField(event, 'delta'));
      case 'content_block_stop':
      case 'message_stop':
      case 'goal_state':
      case 'tool_progress':
        return [];
      default:
        return [{ type: 'unknown', frame: `stream_event/${type ?? '?'}` }];
    }
  }

  function result(frame: Fields): Action[] {
    if (!running) return unusable ? [] : [{ type: 'unknown', frame: 'result' }];
    const id = asText(resultField(frame, 'session_id'));
    // The session comes first: after /clear the result bears the new id, and its totals belong to that.
    const actions: Action[] = id === undefined ? [] : session(id);
    const total = readUsage(resultField(frame, 'usage'));
    if (total !== undefined) actions.push(...usage.total(total));
    const rounds = asCount(resultField(frame, 'num_turns'));
    if (rounds !== undefined && rounds > 0) actions.push({ type: 'rounds', scope: 'prompt', count: rounds });
    actions.push(...denials(asList(resultField(frame, 'permission_denials'))));
    if (rounds === 0 && command !== undefined) actions.push(commandNotice(command));
    return [...actions, ...settle(readVerdict(frame, stopping))];
  }

  /** Names the calls of this prompt in a list that counts from the session's beginning, also over a resume. */
  function denials(list: readonly unknown[]): Action[] {
    const names = list
      .filter((denial) => tools.has(asText(denialField(denial, 'tool_use_id')) ?? ''))
      .map((denial) => asText(denialField(denial, 'tool_name')) ?? 'a tool without a name');
    return names.length === 0 ? [] : [deniedNotice(options.mode, options.tools !== undefined, names)];
  }

  return {
    get running() {
      return running;
    },
    get begun() {
      return begun;
    },
    get unusable() {
      return unusable;
    },
    begin(prompt) {
      running = true;
      begun = false;
      stopping = false;
      command = /^\s*(\/\S+)/.exec(prompt)?.[1]?.slice(0, 80);
      text = createTextBlocks();
      tools.clear();
      return /[\u2028\u2029]/.test(prompt) ? [separatorNotice()] : [];
    },
    stopping() {
      stopping = true;
    },
    session,
    settle,
    lost(head) {
      const type = lostType(head);
      begun ||= running && type !== undefined && type !== 'result';
      // Without the list of tools nothing says that they are limited.
      if (type === 'system' && options.tools !== undefined && !initSeen) return giveUp(LOST_INIT);
      if (type !== 'result') return [];
      return settle(headSucceeded(head) ? { outcome: 'completed' } : { outcome: 'failed', failure: LOST_RESULT });
    },
    frame(frame) {
      const type = frameType(frame);
      switch (type) {
        case 'system':
          return system(frame);
        case 'assistant':
          return assistant(frame);
        case 'user':
          return user(frame);
        case 'stream_event':
          return partial(frame);
        case 'result':
          return result(frame);
        default:
          return [{ type: 'unknown', frame: type ?? '?' }];
      }
    },
  };
}
