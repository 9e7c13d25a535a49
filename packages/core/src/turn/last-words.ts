import { copyText } from './cut-text.js';

const LIMIT = 20_000;

/** The end of what the agent said last: of the running passage, or of the one before when nothing has been said since. */
export class LastWords {
  #now = '';
  #before = '';

  append(text: string): void {
    this.#now += text;
    if (this.#now.length > 2 * LIMIT) this.#now = copyText(this.#now.slice(-LIMIT));
  }

  /** Something else than text came: the passage is over. */
  cut(): void {
    if (this.#now.trim() !== '') this.#before = this.#now;
    this.#now = '';
  }

  get text(): string | undefined {
    const words = (this.#now.trim() === '' ? this.#before : this.#now).trim();
    if (words === '') return undefined;
    return words.length > LIMIT ? `…${copyText(words.slice(-LIMIT))}` : words;
  }
}
