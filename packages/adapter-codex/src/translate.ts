import { asWord, type Event, fieldOf } from '@agentmount/core';
import { Messages } from './messages.js';
import { leftRunning, ownWarning, reroutedNotice, retryNotice } from './notices.js';
import { ToolCalls } from './tool-calls.js';
import { isWords, itemType, toolName } from './tool-names.js';
import { stepEvents, type TokenCount } from './usage.js';

/** Notifications of app-server (codex 0.171.0) that say nothing about a turn that a caller has to know. */
const IGNORED = new Set([
  'thread/started',
  'thread/goal/updated',
  'thread/goal/cleared',
  'thread/name/updated',
  'thread/closed',
  'thread/compacted',
  'thread/settings/updated',
  'thread/queue/changed',
  'thread/readState/changed',
  'thread/environment/connected',
  'thread/environment/disconnected',
  'turn/diff/updated',
  'turn/plan/updated',
  'hook/started',
  'hook/completed',
  'item/plan/delta',
  'item/reasoning/summaryPartAdded',
  'item/commandExecution/outputDelta',
  'item/commandExecution/terminalInteraction',
  'item/fileChange/outputDelta',
  'item/fileChange/patchUpdated',
  'item/mcpToolCall/progress',
  'item/autoApprovalReview/started',
  'item/autoApprovalReview/completed',
  'mcpServer/startupStatus/updated',
  'account/updated',
  'account/rateLimits/updated',
  'remoteControl/status/changed',
  'skills/changed',
  'app/list/updated',
  'deprecationNotice',
]);

/** Most sub-agents that are remembered as working. */
const MOST_AGENTS = 500;

/** Where a notification belongs: to our turn, to a sub-agent of it, or to neither. */
export type Place = 'ours' | 'nested' | 'elsewhere';

/** Makes events of what app-server says while a turn runs. */
export class Translator {
  readonly calls = new ToolCalls();
  readonly #messages = new Messages();
  readonly #usage: TokenCount;
  readonly #agents = new Set<string>();
  #thoughts: string | undefined;

  constructor(usage: TokenCount) {
    this.#usage = usage;
  }

  /** The last whole message of the turn. */
  get spoken(): string | undefined {
    return this.#messages.last;
  }

  begin(): void {
    this.calls.clear();
    this.#messages.begin();
    this.#agents.clear();
    this.#thoughts = undefined;
  }

  /** What still works when codex says that its turn is over. */
  leftRunning(): readonly Event[] {
    return leftRunning(this.calls.commands, this.#agents.size);
  }

  /** The caller has said something: what follows is no continuation. */
  pause(): void {
    this.#messages.pause();
  }

  notification(method: string, params: unknown, place: Place): readonly Event[] {
    switch (method) {
      case 'thread/tokenUsage/updated': {
        const tokens = this.#usage.update(params);
        return tokens === undefined || place === 'elsewhere' ? [] : stepEvents(tokens, place === 'nested');
      }
      case 'item/started':
        return this.#item(fieldOf(params, 'item'), place, false);
      case 'item/completed':
        return this.#item(fieldOf(params, 'item'), place, true);
      case 'item/agentMessage/delta':
        return place === 'ours' ? this.#messages.delta(idOf(params), deltaOf(params)) : [];
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        return place === 'ours' ? this.#think(idOf(params), deltaOf(params)) : [];
      case 'thread/status/changed':
        if (place === 'nested') this.#follow(params);
        return [];
      case 'error':
        if (place !== 'ours' || fieldOf(params, 'willRetry') !== true) return [];
        return [retryNotice(asWord(fieldOf(fieldOf(params, 'error'), 'message')) ?? '')];
      case 'warning':
      case 'guardianWarning':
        return ownWarning(asWord(fieldOf(params, 'message')));
      case 'configWarning':
        return ownWarning(asWord(fieldOf(params, 'summary')));
      case 'model/rerouted': {
        const [from, to] = [asWord(fieldOf(params, 'fromModel')), asWord(fieldOf(params, 'toModel'))];
        if (place !== 'ours' || from === undefined || to === undefined) return [];
        return [{ type: 'model', id: to }, reroutedNotice(from, to)];
      }
      default:
        return IGNORED.has(method) ? [] : [{ type: 'unknown', frame: `notification ${method}` }];
    }
  }

  #item(item: unknown, place: Place, over: boolean): readonly Event[] {
    if (place === 'elsewhere') return [];
    const nested = place === 'nested';
    if (toolName(item) !== undefined) {
      if (!nested) this.#messages.pause();
      return over ? this.calls.completed(item, nested) : this.calls.started(item, nested);
    }
    const type = itemType(item);
    if (!isWords(item)) return [{ type: 'unknown', frame: `item ${type}` }];
    if (nested || !over) return [];
    const id = asWord(fieldOf(item, 'id')) ?? '';
    if (type === 'agent_message') return this.#messages.whole(id, asWord(fieldOf(item, 'text')) ?? '');
    return [];
  }

  #think(id: string, piece: string): readonly Event[] {
    if (piece === '') return [];
    const text = this.#thoughts === undefined || this.#thoughts === id ? piece : `\n\n${piece}`;
    this.#thoughts = id;
    return [{ type: 'text', channel: 'thought', text }];
  }

  #follow(params: unknown): void {
    const thread = asWord(fieldOf(params, 'threadId')) ?? '';
    if (fieldOf(fieldOf(params, 'status'), 'type') !== 'active') this.#agents.delete(thread);
    else if (this.#agents.size < MOST_AGENTS) this.#agents.add(thread);
  }
}

function idOf(params: unknown): string {
  return asWord(fieldOf(params, 'itemId')) ?? '';
}

function deltaOf(params: unknown): string {
  return asWord(fieldOf(params, 'delta')) ?? '';
}
