import { asList, asText, type Event, type Fields, StreamedText } from '@agentmount/core';
import { eventType } from './event-type.js';
import { compactionEnd, retryNotice } from './notices.js';
import { ToolCalls } from './tool-calls.js';
import { readUsage } from './usage.js';
import type { LastMessage } from './verdict.js';
import {
  blockField,
  deltaField,
  eventField,
  headField,
  messageField,
  modelName,
  sectionField,
  toolField,
} from './wire.js';

/** Reads the events of one prompt, which are the same on both transports (pi 1.6.0), and remembers what its end depends on. */
export class Run {
  readonly #tools: ToolCalls;
  #model: string | undefined;
  #last: LastMessage | undefined;
  /** What has been published of the message that streams. */
  #text = new StreamedText();
  #newBlock = false;
  #thinkingLevel: string | undefined;
  #declared: readonly string[] | undefined;
  #imagesTaken: number | undefined;

  constructor(home: string, model?: string) {
    this.#tools = new ToolCalls(home);
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
  take(frame: Fields): readonly Event[] {
    switch (eventType(frame)) {
      case 'message_start':
        return this.#onMessageStart(frame);
      case 'message_update':
        return this.#onMessageUpdate(frame);
      case 'message_end':
        return this.#onMessageEnd(frame);
      case 'tool_execution_start':
        return this.#tools.start(frame);
      case 'tool_execution_end':
        return this.#tools.end(frame);
      case 'auto_retry_start':
      case 'summarization_retry_scheduled':
        return retryNotice(frame);
      case 'compaction_end':
        return compactionEnd(frame);
      default:
        return [];
    }
  }

  /** A frame was too long to be kept: what its beginning still tells. */
  lost(head: string): readonly Event[] {
    if (headField(head, 'type') !== 'message_end') return this.#tools.lost(head);
    // The stop reason stands behind the content, so it is gone with it.
    if ((headField(head, 'role') ?? 'assistant') === 'assistant') this.#last = { stopReason: undefined, text: '' };
    return [];
  }

  #onMessageStart(frame: Fields): readonly Event[] {
    const message = eventField(frame, 'message');
    const role = messageField(message, 'role');
    // An answer that came before another message of the user is not the answer to that one.
    if (role === 'user') this.#last = undefined;
    if (role !== 'assistant') return [];
    this.#text = new StreamedText();
    this.#newBlock = false;
    return this.#answering(message);
  }

  #onMessageUpdate(frame: Fields): readonly Event[] {
    const update = eventField(frame, 'assistantMessageEvent');
    const delta = asText(deltaField(update, 'delta')) ?? '';
    switch (deltaField(update, 'type')) {
      case 'text_start':
        this.#newBlock = !this.#text.isEmpty;
        return [];
      case 'text_delta':
        return this.#say(delta);
      case 'thinking_delta':
        return delta === '' ? [] : [{ type: 'text', channel: 'thought', text: delta }];
      default:
        return [];
    }
  }

  #onMessageEnd(frame: Fields): readonly Event[] {
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

  #onAnswer(message: unknown): readonly Event[] {
    const stopReason = asText(messageField(message, 'stopReason'));
    const blocks = asList(messageField(message, 'content'));
    const texts = blocks.flatMap((block) =>
      blockField(block, 'type') === 'text' ? (asText(blockField(block, 'text')) ?? []) : [],
    );
    const whole = texts.filter((text) => text !== '').join('\n');
    const events = [...this.#answering(message)];
    const rest = this.#text.restOf(whole) ?? '';
    if (rest !== '') {
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
    this.#text.add(text);
    return [{ type: 'text', channel: 'answer', text }];
  }
}
