import type { AnswerCollector } from '../state/answer-collector.js';
import { LastWords } from './last-words.js';
import type { Answer, EarlierAnswer } from './report.js';

/**
 * The answers of a turn's prompts. The answer of a prompt is what its wire states, else the text since the last tool call or steer;
 * earlier prompts' answers are kept beside it.
 */
export class PromptAnswers {
  readonly #collector: () => AnswerCollector;
  readonly #notice: (text: string) => void;
  readonly #words = new LastWords();
  readonly #earlier: EarlierAnswer[] = [];
  #current: AnswerCollector | undefined;
  #settled:
    | { readonly answer: Answer | undefined; readonly stated: boolean; readonly interrupted: boolean }
    | undefined;

  /** `notice` is told what of an answer could not be kept. */
  constructor(collector: () => AnswerCollector, notice: (text: string) => void) {
    this.#collector = collector;
    this.#notice = notice;
  }

  /** A prompt begins; the one before it becomes an earlier one. */
  begin(): void {
    const before = this.#settled;
    if (before?.answer) this.#earlier.push({ ...before.answer, interrupted: before.interrupted });
    this.#settled = undefined;
    this.#words.cut();
    this.#current = this.#collector();
  }

  append(text: string): Promise<void> | undefined {
    this.#words.append(text);
    return this.#current?.append(text);
  }

  /** A tool call or a steer: what was said before it is narration. */
  cut(): void {
    this.#words.cut();
    this.#current?.reset();
  }

  /** The agent says it again: the last words are those of one attempt. */
  retry(): void {
    this.#words.cut();
  }

  async settle(stated: string | undefined, interrupted: boolean): Promise<void> {
    const current = this.#current;
    if (!current || this.#settled) return;
    if (stated !== undefined) {
      current.reset();
      await current.append(stated);
    }
    const { notice, ...answer } = await current.finish();
    if (notice !== undefined) this.#notice(notice);
    const blank = answer.text.trim() === '';
    this.#settled = { answer: blank ? undefined : answer, stated: stated !== undefined, interrupted };
  }

  /** The last prompt's answer. An answer that the wire states as empty is one; no text at all is none. */
  get answer(): Answer | undefined {
    if (!this.#settled) return undefined;
    return this.#settled.answer ?? (this.#settled.stated ? { text: '', characters: 0 } : undefined);
  }

  get earlier(): readonly EarlierAnswer[] {
    return this.#earlier;
  }

  /** The last thing said, however it ended. */
  get said(): string | undefined {
    return this.#words.text;
  }
}
