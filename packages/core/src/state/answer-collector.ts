import type { AnswerFile, AnswerFiles } from './answer-files.js';
import { describeFolderProblem } from './folder-problem.js';
import { TextPieces } from './text-pieces.js';

/** An answer as it was collected. */
interface CollectedAnswer {
  /** The whole answer, or its beginning when it was longer than the limit. */
  readonly text: string;
  /** Length of the whole answer, characters. */
  readonly characters: number;
  /** Absolute path of the whole answer, when `text` is only its beginning. */
  readonly file?: string;
  /** What was lost and why, as one sentence for the report, when the whole could not be written. */
  readonly notice?: string;
}

/** Collects one turn's answer with bounded memory. */
export interface AnswerCollector {
  /** Length of what was said since the last reset, characters. */
  readonly characters: number;
  /**
   * Adds text. Returns a promise when so much waits for the disk that the caller should await it before it adds more.
   */
  append(text: string): Promise<void> | undefined;
  /** Drops what was said so far: the answer begins anew. */
  reset(): void;
  /** The answer, its file complete. Call it once; afterwards `append` and `reset` do nothing. */
  finish(): Promise<CollectedAnswer>;
  /** Drops everything, the file too. */
  discard(): Promise<void>;
}

export interface AnswerCollectorOptions {
  readonly files: AnswerFiles;
  readonly turn: string;
  /** Longest answer kept in memory, characters. */
  readonly limit?: number;
  /** How much of a longer answer stands in the report beside its file, characters. */
  readonly excerpt?: number;
}

/** Characters that may wait for the disk before `append` asks the caller to wait. */
const BACKLOG = 1_000_000;
/** Small pieces are joined to one of this size before they are written, characters. */
const PIECE = 64_000;

/** @see AnswerCollector */
export function createAnswerCollector(options: AnswerCollectorOptions): AnswerCollector {
  return new SpillingCollector(options);
}

/**
 * What was said since one reset. Each has a file of its own, so that a reset never waits for the writes of what it
 * drops.
 */
class Draft {
  /** The beginning, up to the limit: needed whole if the file fails. */
  readonly head = new TextPieces();
  characters = 0;
  /** Over the limit, and not handed to the disk yet. */
  readonly waiting = new TextPieces();
  /**
   * The first half of a character whose other half has not arrived: written alone it would become a replacement
   * character.
   */
  half = '';
  file: AnswerFile | undefined;
  error: unknown;
  dropped = false;
  /** The writes so far; never rejects. */
  writes: Promise<void> | undefined;
}

class SpillingCollector implements AnswerCollector {
  readonly #files: AnswerFiles;
  readonly #turn: string;
  readonly #limit: number;
  readonly #excerpt: number;
  #draft = new Draft();
  #finished = false;

  constructor(options: AnswerCollectorOptions) {
    this.#files = options.files;
    this.#turn = options.turn;
    this.#limit = options.limit ?? 1_000_000;
    this.#excerpt = Math.min(options.excerpt ?? 20_000, this.#limit);
  }

  get characters(): number {
    return this.#draft.characters;
  }

  append(text: string): Promise<void> | undefined {
    if (this.#finished) return undefined;
    const draft = this.#draft;
    draft.characters += text.length;
    const room = this.#limit - draft.head.length;
    if (room > 0) draft.head.push(text.slice(0, room));
    if (text.length <= room || draft.error !== undefined) return undefined;
    draft.waiting.push(text.slice(room));
    if (draft.file === undefined || draft.waiting.length >= PIECE) draft.writes ??= this.#write(draft);
    return draft.waiting.length > BACKLOG ? draft.writes : undefined;
  }

  reset(): void {
    if (this.#finished) return;
    void drop(this.#draft);
    this.#draft = new Draft();
  }

  async finish(): Promise<CollectedAnswer> {
    this.#finished = true;
    const draft = this.#draft;
    const { characters } = draft;
    const head = draft.head.text();
    if (characters <= this.#limit) return { text: head, characters };
    while (draft.writes) await draft.writes;
    const file = draft.file;
    if (file && draft.error === undefined) {
      try {
        await file.append(draft.half + draft.waiting.take());
        await file.close();
        return { text: beginning(head, this.#excerpt), characters, file: file.path };
      } catch (error) {
        draft.error = error;
      }
    }
    await drop(draft);
    const text = beginning(head, this.#limit);
    const { cause, remedy } = describeFolderProblem(draft.error);
    const notice = `The answer has ${characters} characters; only its first ${text.length} were kept, because it could not be written to a file in the state folder: ${cause}. To get long answers whole, ${remedy}`;
    return { text, characters, notice };
  }

  async discard(): Promise<void> {
    this.#finished = true;
    await drop(this.#draft);
    this.#draft = new Draft();
  }

  /** Writes until too little waits to be worth a write. */
  async #write(draft: Draft): Promise<void> {
    try {
      if (!draft.file) {
        draft.file = await this.#files.create(this.#turn);
        // The head was complete when the first text over the limit arrived.
        await appendWhole(draft, draft.file, draft.head.text());
      }
      while (!draft.dropped && draft.waiting.length >= PIECE) {
        await appendWhole(draft, draft.file, draft.waiting.take());
      }
    } catch (error) {
      draft.error = error;
      draft.waiting.take();
    } finally {
      draft.writes = undefined;
    }
  }
}

async function appendWhole(draft: Draft, file: AnswerFile, text: string): Promise<void> {
  const all = draft.half + text;
  draft.half = isHighSurrogate(all.charCodeAt(all.length - 1)) ? all.slice(-1) : '';
  await file.append(draft.half === '' ? all : all.slice(0, -1));
}

/** The beginning of a longer text: at most `length` characters, none of them half. */
function beginning(text: string, length: number): string {
  const part = text.slice(0, length);
  return isHighSurrogate(part.charCodeAt(part.length - 1)) ? part.slice(0, -1) : part;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

async function drop(draft: Draft): Promise<void> {
  draft.dropped = true;
  while (draft.writes) await draft.writes;
  await draft.file?.discard();
  draft.file = undefined;
}
