import { type Action, type AgentAdapter, defineAdapter, type Event, type Task } from '@agentmount/core';
import { type WatchedCodec, watchCodec } from '@agentmount/core/testing';
import * as z from 'zod';
import { type AcpProfile, createAcpTransport } from '../src/index.js';

const SESSION_ID = /^s-\d+$/;

/** An agent that no one has written: frames of it are written by hand, for what no real agent at hand does. */
function heron(given: Partial<AcpProfile> = {}): AgentAdapter {
  const profile: AcpProfile = {
    transport: 'acp',
    agent: 'heron',
    sessionId: SESSION_ID,
    launch: () => ({ args: ['acp'], env: {} }),
    usage: 'none',
    ...given,
  };
  return defineAdapter({
    name: 'heron',
    title: 'Heron',
    executable: { command: 'heron', install: 'npm i -g heron', versionArgs: [], tested: { from: '0', below: '1' } },
    options: z.unknown(),
    transports: [createAcpTransport(profile)],
    sessionId: SESSION_ID,
    unknownSession: 'fails',
    modelColumns: [],
    texts: { about: 'a bird', danger: 'it fishes' },
  });
}

/** A line that was written, parsed. */
export interface Written {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** A codec between a core and an agent that are both played by the test. */
export class Drive {
  readonly codec: WatchedCodec;
  readonly #task: Task;
  #written: Written[] = [];
  #events: Event[] = [];

  constructor(given: Partial<AcpProfile> = {}, task: Partial<Task> = {}) {
    const adapter = heron(given);
    this.#task = {
      transport: 'acp',
      cwd: '/pond',
      options: {},
      approvalMs: 0,
      machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
      text: 'go',
      ...task,
    };
    this.codec = watchCodec(adapter.parse(adapter.launch(this.#task)), { sessionId: adapter.sessionId });
    this.take(this.codec.open());
  }

  /** Through the handshake. */
  greet(reply: object = {}): this {
    return this.reply('initialize', { protocolVersion: 1, ...reply });
  }

  prompt(given: Partial<Task> = {}): this {
    return this.take(this.codec.prompt({ ...this.#task, ...given }));
  }

  /** A prompt in a new session, up to its `session/prompt`. */
  begin(given: Partial<Task> = {}): this {
    return this.prompt(given).reply('session/new', { sessionId: 's-1' });
  }

  /** The agent's reply to our last request of that method. */
  reply(method: string, result: unknown): this {
    return this.say({ id: this.asked(method).id, result });
  }

  fail(method: string, code: number, message: string, data?: unknown): this {
    return this.say({ id: this.asked(method).id, error: { code, message, data } });
  }

  update(told: object, sessionId = 's-1'): this {
    return this.say({ method: 'session/update', params: { sessionId, update: told } });
  }

  speak(text: string): this {
    return this.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  say(message: object): this {
    return this.take(this.codec.frame(JSON.stringify({ jsonrpc: '2.0', ...message })));
  }

  take(actions: readonly Action[]): this {
    for (const action of actions) {
      if (action.type === 'send') this.#written.push(JSON.parse(action.line) as Written);
      else if (action.type !== 'raw' && action.type !== 'close') this.#events.push(action);
    }
    return this;
  }

  /** Our last request of that method. */
  asked(method: string): Written {
    const found = this.#all.findLast((line) => line.method === method);
    if (!found) throw new Error(`nothing was asked by ${method}: ${JSON.stringify(this.#all)}`);
    return found;
  }

  /** What was written since the last look. */
  written(): readonly Written[] {
    const written = this.#written;
    this.#seen.push(...written);
    this.#written = [];
    return written;
  }

  /** What was published since the last look. */
  events(): readonly Event[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  readonly #seen: Written[] = [];

  get #all(): readonly Written[] {
    return [...this.#seen, ...this.#written];
  }
}
