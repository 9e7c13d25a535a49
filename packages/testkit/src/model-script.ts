import type { ModelRequest } from './model-request.js';
import type { ModelStep } from './model-step.js';
import { answersAfter, userPrompts } from './read-messages.js';

/**
 * Which conversations a script answers: a part of the user's prompt, a pattern over it, or a predicate over the whole
 * request (asked once for each request, about the newest prompt).
 */
export type ScriptMatch = string | RegExp | ((request: ModelRequest) => boolean);

/** A step, or a function that makes the step from the request. */
export type ScriptStep = ModelStep | ((request: ModelRequest) => ModelStep);

/** What `model.script()` gives back. */
export interface ModelScript {
  /** The requests that this script has answered, in order. */
  readonly requests: readonly ModelRequest[];
  /** Takes the script out; later requests do not see it. */
  remove(): void;
}

/** Where in a script one prompt of one conversation is. */
interface Place {
  step: number;
  open: number;
  delivered: boolean;
}

/** The step chosen for one request, and how its outcome is told. */
export interface ChosenStep {
  readonly index: number;
  readonly step: ModelStep;
  /** `delivered`: the client has a whole, usable answer. */
  settle(delivered: boolean): void;
}

/**
 * One script: its match, its steps, and how far each prompt has come.
 *
 * The next step is found from the request, not from a bare counter, so that it survives retries, resumed sessions,
 * side requests of the agent and conversations that run at the same time:
 * - The *depth* of a request is the number of the model's answers after the matched prompt.
 * - A depth that is new gets the step after the furthest one given at a smaller depth.
 * - A depth that is asked again gets the same step again, if that step was delivered or is still being answered;
 *   else (an HTTP failure, a cut, a hang, an empty or unfinished answer, an answer that the client dropped) the next.
 * - The same prompt said a second time in one conversation starts from the first step.
 * - After the last step the last one is repeated, unless it calls tools: that would never end, so it is refused.
 */
export class ScriptProgress {
  readonly match: ScriptMatch;
  readonly requests: ModelRequest[] = [];
  readonly #steps: readonly ScriptStep[];
  /** By occurrence of the prompt, then by depth. */
  readonly #places = new Map<number, Map<number, Place>>();

  constructor(match: ScriptMatch, steps: readonly ScriptStep[]) {
    if (steps.length === 0) throw new TypeError('A script needs at least one step.');
    this.match = match;
    this.#steps = steps;
  }

  /** The position of the newest prompt that this script answers, or -1. */
  promptPosition(request: ModelRequest): number {
    const prompts = userPrompts(request.body);
    if (typeof this.match === 'function') return this.match(request) ? prompts.length - 1 : -1;
    return prompts.findLastIndex((prompt) => this.#matchesText(prompt.text));
  }

  /** @throws Error when the script has run out. */
  choose(request: ModelRequest, position: number): ChosenStep {
    const prompts = userPrompts(request.body);
    const prompt = prompts[position];
    if (prompt === undefined) throw new Error('The request has no user prompt.');
    const occurrence =
      typeof this.match === 'function'
        ? prompts.length
        : prompts.slice(0, position + 1).filter((earlier) => this.#matchesText(earlier.text)).length;
    const place = this.#place(occurrence, answersAfter(request.body, prompt.index));
    const index = Math.min(place.step, this.#steps.length - 1);
    const made = this.#steps[index];
    const step = typeof made === 'function' ? made(request) : made;
    if (step === undefined) throw new Error('The script has no step.');
    if (place.step > index && step.kind === 'answer' && step.tools.length > 0) {
      throw new Error(
        `The script for ${String(this.match)} has run out: its ${this.#steps.length} steps end with a tool call.`,
      );
    }
    place.open += 1;
    return {
      index,
      step,
      settle: (delivered) => {
        place.open -= 1;
        if (delivered) place.delivered = true;
      },
    };
  }

  #matchesText(words: string): boolean {
    if (typeof this.match === 'string') return words.includes(this.match);
    return (
      this.match instanceof RegExp && new RegExp(this.match.source, this.match.flags.replace(/[gy]/g, '')).test(words)
    );
  }

  #place(occurrence: number, depth: number): Place {
    const places = this.#places.get(occurrence) ?? new Map<number, Place>();
    this.#places.set(occurrence, places);
    const known = places.get(depth);
    if (known !== undefined) {
      if (known.open === 0 && !known.delivered) known.step += 1;
      return known;
    }
    const before = [...places].filter(([other]) => other < depth).map(([, place]) => place.step);
    const place: Place = { step: before.length === 0 ? 0 : Math.max(...before) + 1, open: 0, delivered: false };
    places.set(depth, place);
    return place;
  }
}
