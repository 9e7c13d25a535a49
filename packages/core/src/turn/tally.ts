import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Event, ToolEvent, UsageEvent } from '../contract/event.js';
import { cutText } from './cut-text.js';

const MOST_IDS = 20_000;
const MOST_OPEN = 200;
const MOST_NAMES = 100;
const NAME_LENGTH = 100;
const PATH_LENGTH = 4_096;
const ID_LENGTH = 200;
const KIND_LENGTH = 60;
const MOST_NOTICES = 40;
const MOST_FILES = 500;
const MOST_KINDS = 40;
const NOTICE_LENGTH = 600;

/** Tokens and dollars; absent is unknown. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cost?: number;
}

/**
 * Adds up what a turn's events say: calls, files, tokens, notices. Everything is bounded: an agent that floods costs no memory.
 * Tokens are counted for each prompt by the best figure its wire gave (`prompt`, then `step`, then differences of `total`).
 */
export class Tally {
  readonly #cwd: string;
  readonly #calls = new Map<string, number>();
  readonly #open = new Map<string, string | undefined>();
  readonly #seen = new Set<string>();
  readonly #files = new Set<string>();
  readonly #notices = new Set<string>();
  readonly #unknown = new Map<string, number>();
  #noticesLeftOut = false;
  #model: string | undefined;
  #done: Usage | undefined;
  #steps: Usage | undefined;
  #prompt: Usage | undefined;
  #total: Usage | undefined;
  #baseline: Usage | undefined;
  /** Whether a running total came since the last prompt began. */
  #totalIsNew = false;
  /** Whether part of the turn cannot be known: a sum without it would be too low. */
  #unknowable = false;
  #roundsDone = 0;
  #rounds = 0;
  #roundsKnown = false;

  /** `baseline`: the running total of the session before this turn, for agents that only tell totals; absent: not known. */
  constructor(cwd: string, baseline?: Usage) {
    this.#cwd = cwd;
    this.#baseline = baseline;
  }

  add(event: Event): void {
    switch (event.type) {
      case 'tool':
        this.#addTool(event);
        return;
      case 'file':
        this.#addFile(event.path);
        return;
      case 'usage':
        this.#addUsage(event);
        return;
      case 'rounds':
        this.#roundsKnown = true;
        this.#rounds = event.scope === 'step' ? this.#rounds + event.count : event.count;
        return;
      case 'model':
        this.#model = cutText(event.id, NAME_LENGTH);
        return;
      case 'notice':
        if (event.level !== 'retry') this.notice(event.text);
        return;
      case 'unknown': {
        count(this.#unknown, cutText(event.frame, KIND_LENGTH), MOST_KINDS, 'others');
        return;
      }
      case 'settled':
        this.#bank();
        return;
      default:
        return;
    }
  }

  /** Something a caller must read in the report; said once however often it happens. */
  notice(text: string): void {
    const shown = text.length > NOTICE_LENGTH ? `${cutText(text, NOTICE_LENGTH)}…` : text;
    if (this.#notices.size < MOST_NOTICES) this.#notices.add(shown);
    else if (!this.#notices.has(shown)) this.#noticesLeftOut = true;
  }

  /** A session id other than the one before: running totals begin again. */
  sessionChanged(): void {
    const soFar = this.#totalOfPrompt();
    if (soFar && !this.#prompt && !this.#steps) this.#done = sum(this.#done, soFar);
    this.#total = undefined;
    this.#totalIsNew = false;
    this.#baseline = { input: 0, output: 0, cost: 0 };
  }

  get model(): string | undefined {
    return this.#model;
  }

  get rounds(): number | undefined {
    return this.#roundsKnown ? this.#roundsDone + this.#rounds : undefined;
  }

  get usage(): Usage | undefined {
    if (this.#unknowable) return undefined;
    const running = this.#prompt ?? this.#steps ?? this.#totalOfPrompt();
    return running ? sum(this.#done, running) : this.#done;
  }

  /** The last running total that the agent told, to be the next turn's baseline. */
  get total(): Usage | undefined {
    return this.#total;
  }

  /** Most first. */
  get tools(): readonly (readonly [string, number])[] {
    return [...this.#calls].sort((a, b) => b[1] - a[1]);
  }

  /** The tool that began last and has not ended. */
  get runningTool(): string | undefined {
    return [...this.#open.values()].at(-1);
  }

  get files(): readonly string[] {
    return [...this.#files];
  }

  get notices(): readonly string[] {
    const leftOut = this.#noticesLeftOut ? ['more was said that a reader should know, and is left out here'] : [];
    return [...this.#notices, ...leftOut];
  }

  /** Kinds of frames that the adapter does not know, most first. */
  get unknown(): readonly (readonly [string, number])[] {
    return [...this.#unknown].sort((a, b) => b[1] - a[1]);
  }

  #addTool(event: ToolEvent): void {
    const id = cutText(event.id, ID_LENGTH);
    const name = event.name === undefined ? this.#open.get(id) : cutText(event.name, NAME_LENGTH);
    if (event.phase === 'end') this.#open.delete(id);
    else this.#begun(id, name);
    if (event.nested || this.#seen.has(id)) return;
    // A name may come late; a call that never got one is counted when it ends.
    if (name === undefined && event.phase !== 'end') return;
    if (this.#seen.size < MOST_IDS) this.#seen.add(id);
    count(this.#calls, name ?? 'unnamed tool', MOST_NAMES, 'other tools');
  }

  #begun(id: string, name: string | undefined): void {
    this.#open.set(id, name);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  #addFile(path: string): void {
    const shown = path.length > PATH_LENGTH ? undefined : this.#shown(path);
    if (shown !== undefined && (this.#files.has(shown) || this.#files.size < MOST_FILES)) this.#files.add(shown);
    else this.notice(`more files were written than the ${this.#files.size} that are listed here`);
  }

  #addUsage(event: UsageEvent): void {
    const { input, output, cost } = event;
    const usage: Usage = cost === undefined ? { input, output } : { input, output, cost };
    if (event.scope === 'step') this.#steps = sum(this.#steps, usage);
    else if (event.scope === 'prompt') this.#prompt = usage;
    else {
      this.#total = usage;
      this.#totalIsNew = true;
    }
  }

  #totalOfPrompt(): Usage | undefined {
    if (!this.#total || !this.#totalIsNew || !this.#baseline) return undefined;
    const input = Math.max(0, this.#total.input - this.#baseline.input);
    const output = Math.max(0, this.#total.output - this.#baseline.output);
    if (this.#total.cost === undefined || this.#baseline.cost === undefined) return { input, output };
    return { input, output, cost: Math.max(0, this.#total.cost - this.#baseline.cost) };
  }

  #bank(): void {
    const usage = this.#prompt ?? this.#steps ?? this.#totalOfPrompt();
    if (usage) this.#done = sum(this.#done, usage);
    else if (this.#totalIsNew) this.#unknowable = true;
    this.#steps = undefined;
    this.#prompt = undefined;
    this.#totalIsNew = false;
    if (this.#total) this.#baseline = this.#total;
    this.#roundsDone += this.#rounds;
    this.#rounds = 0;
    this.#open.clear();
  }

  #shown(path: string): string {
    const absolute = resolve(this.#cwd, path);
    const inside = relative(this.#cwd, absolute);
    return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? absolute : inside;
  }
}

/** Counts by name; names over the limit are counted together. */
function count(counts: Map<string, number>, name: string, most: number, others: string): void {
  const key = counts.has(name) || counts.size < most ? name : others;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(a: Usage | undefined, b: Usage): Usage {
  if (!a) return b;
  const cost = a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0);
  const tokens = { input: a.input + b.input, output: a.output + b.output };
  return cost === undefined ? tokens : { ...tokens, cost };
}
