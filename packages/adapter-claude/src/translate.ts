import { type Action, asCount, asList, asWord, type Failure, type Fields } from '@agentmount/core';
import { type ApprovalMode, compareMode } from './approval-mode.js';
import { LOST_INIT, LOST_RESULT, limitFailure, modeFailure } from './failures.js';
import type { FrameHead } from './frame-head.js';
import { commandNotice, cutNotice, deniedNotice, modeNotice, retryNotice, schemaNotice } from './notices.js';
import { SESSION_ID } from './session-id.js';
import { isSilent } from './silent-frames.js';
import { createTextBlocks, type TextBlocks } from './text-blocks.js';
import { createToolCalls } from './tool-calls.js';
import { unlimitedTools } from './tool-limit.js';
import { createUsageCount } from './usage.js';
import { readVerdict, type Verdict } from './verdict.js';
import {
  anyField,
  apiField,
  asWords,
  blockField,
  denialField,
  foreignOrigin,
  initField,
  messageField,
  messageFrameField,
  resultField,
  statusField,
  streamField,
} from './wire.js';

/** What the translation of a process's frames depends on. */
export interface TranslatorOptions {
  /** The session that the process continues. */
  readonly session?: string;
  /** The approval mode it was started with. */
  readonly mode: ApprovalMode;
  /** The only tools that may run. */
  readonly tools?: readonly string[];
  readonly schema?: true;
  /** Whether a call was denied by whoever was asked about it. */
  denied?(call: string): boolean;
}

/** Turns the frames that both transports share into events; settles the running prompt at its `result`. */
export interface Translator {
  /** Whether a prompt has been begun and not been settled. */
  readonly running: boolean;
  /** Whether claude has begun the running prompt: from then on an interrupt hits it. */
  readonly begun: boolean;
  /** Why the process must take no other prompt: it does not keep to what was allowed. */
  readonly unusable: Failure | undefined;
  /** A prompt is about to be written. */
  begin(prompt: string): void;
  /** Says whether the prompt's end, when it says that it was stopped, is what was asked for. */
  stopping(): void;
  /** The session's id as something other than a shared frame said it. */
  session(id: string | undefined): Action[];
  frame(frame: Fields): Action[];
  /** The beginning of a frame that was too long to be read. */
  lost(head: FrameHead): Action[];
  /** Ends the running prompt for a reason that is not a frame. Nothing when none runs. */
  settle(verdict: Verdict): Action[];
}

/** Who speaks in a message that claude wrote itself: the text of an error, as a rule. */
const NOT_A_MODEL = '<synthetic>';
/** Most denials that are remembered, the first ones: the list of a result may count from the process's beginning. */
const MOST_DENIALS = 1_000;

export function createTranslator(options: TranslatorOptions): Translator {
  const usage = createUsageCount(options.session !== undefined);
  const tools = createToolCalls();
  const denials = new Set<string>();
  let text: TextBlocks = createTextBlocks();
  let sessionId: string | undefined;
  let model: string | undefined;
  let checked = false;
  let running = false;
  let begun = false;
  let stopping = false;
  let unusable: Failure | undefined;
  let command: string | undefined;

  function session(id: string | undefined): Action[] {
    if (id === undefined || id === sessionId || !SESSION_ID.test(id)) return [];
    const fresh = sessionId === undefined && options.session !== undefined && id !== options.session;
    if (sessionId !== undefined || fresh) usage.restart();
    sessionId = id;
    return [fresh ? { type: 'session', id, fresh } : { type: 'session', id }];
  }

  function answering(id: string | undefined): Action[] {
    if (id === undefined || id === NOT_A_MODEL || id === model) return [];
    model = id;
    return [{ type: 'model', id }];
  }

  function settle(verdict: Verdict): Action[] {
    if (!running) return [];
    running = false;
    begun = false;
    return [{ type: 'settled', ...verdict }];
  }

  function giveUp(failure: Failure): Action[] {
    unusable = failure;
    return settle({ outcome: 'failed', failure });
  }

  function init(frame: Fields): Action[] {
    const said = answering(asWord(initField(frame, 'model')));
    const runs = asWord(initField(frame, 'permissionMode'));
    const compared = runs === undefined ? 'same' : compareMode(options.mode, runs);
    // Before the model is asked: with more rights than were given nothing may run.
    if (runs !== undefined && compared === 'freer') return [...said, ...giveUp(modeFailure(options.mode, runs))];
    if (runs !== undefined && compared === 'stricter' && !checked) said.push(modeNotice(options.mode, runs));
    checked = true;
    const over = options.tools ? unlimitedTools(options.tools, asWords(initField(frame, 'tools'))) : [];
    return over.length === 0 ? said : [...said, ...giveUp(limitFailure(over))];
  }

  function assistant(frame: Fields): Action[] {
    const nested = asWord(anyField(frame, 'parent_tool_use_id')) !== undefined;
    const message = messageFrameField(frame, 'message');
    // What claude says of an error comes again in the result, where it belongs.
    if (asWord(messageFrameField(frame, 'error')) !== undefined) return [];
    const actions: Action[] = nested ? [] : answering(asWord(messageField(message, 'model')));
    for (const block of asList(messageField(message, 'content'))) {
      if (blockField(block, 'type') === 'tool_use') {
        if (!nested) text.pause();
        actions.push(...tools.start(block, nested));
      } else if (!nested) {
        actions.push(...text.whole(message, block));
      }
    }
    return actions;
  }

  function user(frame: Fields): Action[] {
    return asList(messageField(messageFrameField(frame, 'message'), 'content')).flatMap((block) => tools.end(block));
  }

  function partial(frame: Fields): Action[] {
    if (asWord(anyField(frame, 'parent_tool_use_id')) !== undefined) return [];
    const event = streamField(frame, 'event');
    const said = answering(asWord(messageField(apiField(event, 'message'), 'model')));
    const steps = usage.stream(event).flatMap((step): Action[] => [step, { type: 'rounds', scope: 'step', count: 1 }]);
    return [...said, ...text.stream(event), ...steps];
  }

  function result(frame: Fields): Action[] {
    const foreign = foreignOrigin(frame) !== undefined;
    if (!running || foreign) {
      usage.pass(frame);
      // The prompt itself is still to come: a stop that was sent before has hit something else.
      begun &&= !foreign;
      return foreign || unusable !== undefined ? [] : [{ type: 'unknown', frame: 'result' }];
    }
    const actions: Action[] = [...usage.result(frame)];
    const rounds = asCount(resultField(frame, 'num_turns'));
    if (rounds !== undefined && rounds > 0) actions.push({ type: 'rounds', scope: 'prompt', count: rounds });
    actions.push(...denied(asList(resultField(frame, 'permission_denials'))));
    const verdict = readVerdict(frame, stopping, options.schema);
    if (verdict.outcome === 'completed') {
      if (command !== undefined && actions.every(({ type }) => type !== 'usage')) actions.push(commandNotice(command));
      if (resultField(frame, 'stop_reason') === 'max_tokens') actions.push(cutNotice());
      if (options.schema && (resultField(frame, 'structured_output') ?? null) === null) actions.push(schemaNotice());
    }
    return [...actions, ...settle(verdict)];
  }

  /** Names the calls that were denied since the last result, and not by anyone who was asked. */
  function denied(list: readonly unknown[]): Action[] {
    const names = list.flatMap((denial) => {
      const call = asWord(denialField(denial, 'tool_use_id')) ?? '';
      if (denials.has(call) || options.denied?.(call) === true) return [];
      if (call !== '' && denials.size < MOST_DENIALS) denials.add(call);
      return [asWord(denialField(denial, 'tool_name')) ?? 'a tool without a name'];
    });
    return names.length === 0 ? [] : [deniedNotice(options.mode, names)];
  }

  function translate(type: string | undefined, frame: Fields): Action[] {
    switch (type) {
      case 'system':
        return system(frame);
      case 'assistant':
        begun ||= running;
        return assistant(frame);
      case 'user':
        return user(frame);
      case 'stream_event':
        begun ||= running;
        return partial(frame);
      case 'result':
        return result(frame);
      default:
        return isSilent(type) ? [] : [{ type: 'unknown', frame: type ?? '?' }];
    }
  }

  function system(frame: Fields): Action[] {
    const subtype = asWord(anyField(frame, 'subtype'));
    switch (subtype) {
      case 'init':
        begun ||= running;
        return init(frame);
      case 'status':
        // Others may still be about what was before.
        begun ||= running && statusField(frame, 'status') === 'requesting';
        return [];
      case 'api_retry':
        return [retryNotice(frame)];
      default:
        return isSilent(`system/${subtype}`) ? [] : [{ type: 'unknown', frame: `system/${subtype ?? '?'}` }];
    }
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
      command = /^\s*(\/\S+)/.exec(prompt)?.[1]?.slice(0, 80);
      running = true;
      begun = false;
      stopping = false;
      text = createTextBlocks();
      tools.clear();
    },
    stopping() {
      stopping = true;
    },
    session,
    settle,
    lost({ type, succeeded }) {
      begun ||= running && type !== undefined && type !== 'result';
      // Without the list of tools nothing says that they are limited.
      if (type === 'system' && options.tools !== undefined && !checked) return giveUp(LOST_INIT);
      if (type !== undefined && type !== 'result') return [];
      return settle(succeeded ? { outcome: 'completed' } : { outcome: 'failed', failure: LOST_RESULT });
    },
    frame(frame) {
      // Every frame bears the session's id. It comes first: usage and answer of the same frame belong to it.
      return [...session(asWord(anyField(frame, 'session_id'))), ...translate(asWord(anyField(frame, 'type')), frame)];
    },
  };
}
