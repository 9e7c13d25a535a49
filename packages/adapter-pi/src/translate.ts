import type { Event } from '@agentmount/core';
import { sentence } from './failures.js';
import { expandHome } from './session-dir.js';
import type { LastMessage } from './verdict.js';
import {
  asCount,
  asList,
  asNumber,
  asText,
  blockField,
  compactionField,
  costField,
  deltaField,
  type EventType,
  eventField,
  type Frame,
  fileArgument,
  frameType,
  headField,
  messageField,
  modelName,
  sectionField,
  toolField,
  usageField,
} from './wire.js';

/** The events of a session. One that pi adds to its types breaks this build; on the wire it is counted and passed over. */
const EVENTS: Readonly<Record<EventType, true>> = {
  agent_start: true,
  agent_end: true,
  agent_settled: true,
  turn_start: true,
  turn_end: true,
  message_start: true,
  message_update: true,
  message_end: true,
  tool_execution_start: true,
  tool_execution_update: true,
  tool_execution_end: true,
  queue_update: true,
  compaction_start: true,
  compaction_end: true,
  entry_appended: true,
  session_info_changed: true,
  thinking_level_changed: true,
  auto_retry_start: true,
  auto_retry_end: true,
  summarization_retry_scheduled: true,
  summarization_retry_attempt_start: true,
  summarization_retry_finished: true,
  bash_execution_update: true,
};

/** The type of a frame that carries a session's event; undefined for any other frame. */
export function eventType(frame: Frame): EventType | undefined {
  const type = frameType(frame);
  return type !== undefined && Object.hasOwn(EVENTS, type) ? (type as EventType) : undefined;
}

/** Reads the events of one prompt, which are the same on both transports (pi 1.6.0), and remembers what its end depends on. */
export class Run {
  readonly #home: string;
  readonly #writes = new Map<string, string>();
  #model: string | undefined;
  #last: LastMessage | undefined;
  /** What has been published of the message that streams. */
  #text = '';
  #newBlock = false;
  #thinkingLevel: string | undefined;
  #declared: readonly string[] | undefined;
  #imagesTaken: number | undefined;

  constructor(home: string, model?: string) {
    this.#home = home;
    this.#model = model;
  }

  /** The model that answers, as `provider/id`. */
  get model(): string | undefined {
    return this.#model;
  }

  /** The last message that is not a step on the way to a tool call. */
  get last(): LastMessage | undefined {
    return this.#last;
  }

  /** The tools that pi declared to the model at the beginning of a session; undefined where the session is an older one. */
  get declaredTools(): readonly string[] | undefined {
    return this.#declared;
  }

  /** Pictures that pi kept of the prompt; undefined until it has said. */
  get imagesTaken(): number | undefined {
    return this.#imagesTaken;
  }

  /** The reasoning level that the model worked with. */
  get thinkingLevel(): string | undefined {
    return this.#thinkingLevel;
  }

  /** What a session's event says. */
  take(frame: Frame): readonly Event[] {
    switch (eventType(frame)) {
      case 'message_start':
        return this.#onMessageStart(frame);
      case 'message_update':
        return this.#onMessageUpdate(frame);
      case 'message_end':
        return this.#onMessageEnd(frame);
      case 'tool_execution_start':
        return this.#onToolStart(frame);
      case 'tool_execution_end':
        return this.#onToolEnd(frame);
      case 'auto_retry_start':
      case 'summarization_retry_scheduled':
        return onRetry(frame);
      case 'compaction_end':
        return onCompactionEnd(frame);
      default:
        return [];
    }
  }

  /** A frame was too long to be kept: what its beginning still tells. */
  lost(head: string): readonly Event[] {
    const id = headField(head, 'toolCallId');
    switch (headField(head, 'type')) {
      case 'message_end':
        // The stop reason stands behind the content, so it is gone with it.
        if ((headField(head, 'role') ?? 'assistant') === 'assistant')
          this.#last = { stopReason: undefined, text: this.#text };
        return [];
      case 'tool_execution_start': {
        const name = headField(head, 'toolName');
        if (id === undefined || name === undefined) return [];
        const path = headField(head, 'path');
        if (path !== undefined) this.#remember(id, name, { path });
        return [{ type: 'tool', phase: 'start', id, name }];
      }
      case 'tool_execution_end':
        return id === undefined ? [] : [{ type: 'tool', phase: 'end', id }];
      default:
        return [];
    }
  }

  #onMessageStart(frame: Frame): readonly Event[] {
    const message = eventField(frame, 'message');
    const role = messageField(message, 'role');
    // An answer that came before another message of the user is not the answer to that one.
    if (role === 'user') this.#last = undefined;
    if (role !== 'assistant') return [];
    this.#text = '';
    this.#newBlock = false;
    return this.#answering(message);
  }

  #onMessageUpdate(frame: Frame): readonly Event[] {
    const update = eventField(frame, 'assistantMessageEvent');
    const delta = asText(deltaField(update, 'delta')) ?? '';
    switch (deltaField(update, 'type')) {
      case 'text_start':
        this.#newBlock = this.#text !== '';
        return [];
      case 'text_delta':
        return this.#say(delta);
      case 'thinking_delta':
        return delta === '' ? [] : [{ type: 'text', channel: 'thought', text: delta }];
      default:
        return [];
    }
  }

  #onMessageEnd(frame: Frame): readonly Event[] {
    const message = eventField(frame, 'message');
    switch (messageField(message, 'role')) {
      case 'assistant':
        return this.#onAnswer(message);
      case 'toolResult':
        return readUsage(messageField(message, 'usage'));
      case 'system': {
        // Only a session's first request names the directory; a later one says what has changed.
        if (sectionField(messageField(message, 'sections'), 'cwd') === undefined) return [];
        const tools = asList(messageField(message, 'toolsAdded'));
        this.#declared = tools.flatMap((tool) => asText(toolField(tool, 'name')) ?? []);
        return [];
      }
      case 'user':
        this.#imagesTaken ??= asList(messageField(message, 'content')).filter(
          (block) => blockField(block, 'type') === 'image',
        ).length;
        return [];
      default:
        return [];
    }
  }

  #onToolStart(frame: Frame): readonly Event[] {
    const id = asText(eventField(frame, 'toolCallId'));
    const name = asText(eventField(frame, 'toolName'));
    if (!id || !name) return [];
    const input = eventField(frame, 'args');
    this.#remember(id, name, input);
    return [{ type: 'tool', phase: 'start', id, name, ...(input !== undefined && { input }), ...nested(frame) }];
  }

  #onToolEnd(frame: Frame): readonly Event[] {
    const id = asText(eventField(frame, 'toolCallId'));
    if (!id) return [];
    const name = asText(eventField(frame, 'toolName'));
    const failed = eventField(frame, 'isError');
    const path = this.#writes.get(id);
    this.#writes.delete(id);
    const end: Event = {
      type: 'tool',
      phase: 'end',
      id,
      ...(name && { name }),
      ...(typeof failed === 'boolean' && { ok: !failed }),
      ...nested(frame),
    };
    return path !== undefined && failed === false ? [end, { type: 'file', path }] : [end];
  }

  #onAnswer(message: unknown): readonly Event[] {
    const stopReason = asText(messageField(message, 'stopReason'));
    const blocks = asList(messageField(message, 'content'));
    const texts = blocks.flatMap((block) =>
      blockField(block, 'type') === 'text' ? (asText(blockField(block, 'text')) ?? []) : [],
    );
    const whole = texts.filter((text) => text !== '').join('\n');
    const events = [...this.#answering(message)];
    if (whole.startsWith(this.#text) && whole.length > this.#text.length) {
      const rest = whole.slice(this.#text.length);
      this.#newBlock = false;
      events.push(...this.#say(rest));
    }
    const level = asText(messageField(message, 'thinkingLevel'));
    if (level !== undefined) this.#thinkingLevel = level;
    // A request that failed, or was stopped, before the model had said anything was no round trip.
    const answered = blocks.length > 0 || (stopReason !== 'error' && stopReason !== 'aborted');
    if (answered) events.push({ type: 'rounds', scope: 'step', count: 1 });
    events.push(...readUsage(messageField(message, 'usage')));
    if (stopReason !== 'toolUse') {
      this.#last = { stopReason, text: whole, errorMessage: asText(messageField(message, 'errorMessage')) };
    }
    return events;
  }

  #answering(message: unknown): readonly Event[] {
    const provider = asText(messageField(message, 'provider'));
    const id = modelName({ provider, id: asText(messageField(message, 'model')) });
    if (id === undefined || id === this.#model) return [];
    this.#model = id;
    return [{ type: 'model', id }];
  }

  #say(delta: string): readonly Event[] {
    if (delta === '') return [];
    const text = this.#newBlock ? `\n${delta}` : delta;
    this.#newBlock = false;
    this.#text += text;
    return [{ type: 'text', channel: 'answer', text }];
  }

  #remember(id: string, name: string, input: unknown): void {
    const path = asText(fileArgument(input, 'path'));
    // pi takes a path as people write it: `@` before it is dropped, `~` is the home directory.
    if (path && (name === 'write' || name === 'edit'))
      this.#writes.set(id, expandHome(path.replace(/^@/, ''), this.#home, 'linux'));
  }
}

function onRetry(frame: Frame): readonly Event[] {
  const attempt = asCount(eventField(frame, 'attempt'));
  const most = asCount(eventField(frame, 'maxAttempts'));
  const count = attempt === undefined || most === undefined ? '' : ` (attempt ${attempt} of ${most})`;
  const reason = sentence(asText(eventField(frame, 'errorMessage')) ?? '');
  return [{ type: 'notice', level: 'retry', text: `pi asks the model again${count}: ${reason}` }];
}

function onCompactionEnd(frame: Frame): readonly Event[] {
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

function nested(frame: Frame): { nested?: true } {
  return asText(eventField(frame, 'parentToolCallId')) ? { nested: true } : {};
}

/**
 * One model request. pi counts cached tokens beside `input`, the contract within it. All zeros is what pi writes for a request that
 * failed or whose provider counts nothing; a cost of 0 is what it writes for a model whose price it does not know. Both are unknown.
 */
export function readUsage(usage: unknown): readonly Event[] {
  const [input = 0, read = 0, write = 0, output = 0] = (['input', 'cacheRead', 'cacheWrite', 'output'] as const).map(
    (key) => asCount(usageField(usage, key)),
  );
  if (input + read + write + output === 0) return [];
  const cost = asNumber(costField(usageField(usage, 'cost'), 'total'));
  return [{ type: 'usage', scope: 'step', input: input + read + write, output, ...(cost && { cost }) }];
}
