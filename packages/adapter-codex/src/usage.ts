import { asCount, asWord, type Event, fieldOf } from '@agentmount/core';

/** Tokens as codex counts them: cached ones are within the input, reasoning within the output (0.171.0). */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Most threads that are remembered: sub-agents have threads of their own. */
const MOST_THREADS = 500;

/** The tokens in one of codex's objects, in app-server's spelling or in exec's. */
export function readTokens(value: unknown): Tokens | undefined {
  const input = asCount(fieldOf(value, 'inputTokens') ?? fieldOf(value, 'input_tokens'));
  const output = asCount(fieldOf(value, 'outputTokens') ?? fieldOf(value, 'output_tokens'));
  return input === undefined || output === undefined ? undefined : { input, output };
}

/**
 * Makes figures of single model requests out of `thread/tokenUsage/updated` (codex 0.171.0), which holds the thread's running total and
 * the last request. The same figures come again when a turn is interrupted, and those of the turn before when a thread is continued: so
 * a step is what the total has grown by, and the last request only where no earlier total is known.
 */
export class TokenCount {
  readonly #totals = new Map<string, Tokens>();

  /** A thread begins: its total is 0. */
  begin(thread: string): void {
    this.#remember(thread, { input: 0, output: 0 });
  }

  /** An update, which may belong to an earlier turn. */
  update(params: unknown): Tokens | undefined {
    const thread = asWord(fieldOf(params, 'threadId')) ?? '';
    const usage = fieldOf(params, 'tokenUsage');
    const total = readTokens(fieldOf(usage, 'total'));
    if (total === undefined) return undefined;
    const before = this.#totals.get(thread);
    this.#remember(thread, total);
    const step =
      before === undefined
        ? readTokens(fieldOf(usage, 'last'))
        : { input: total.input - before.input, output: total.output - before.output };
    if (step === undefined || step.input < 0 || step.output < 0 || step.input + step.output === 0) return undefined;
    return step;
  }

  #remember(thread: string, total: Tokens): void {
    this.#totals.set(thread, total);
    const [oldest] = this.#totals.keys();
    if (this.#totals.size > MOST_THREADS && oldest !== undefined) this.#totals.delete(oldest);
  }
}

/** One model request. `nested`: by a sub-agent, whose round trips are not the turn's. */
export function stepEvents(tokens: Tokens, nested: boolean): readonly Event[] {
  const usage: Event = { type: 'usage', scope: 'step', ...tokens };
  return nested ? [usage] : [usage, { type: 'rounds', scope: 'step', count: 1 }];
}
