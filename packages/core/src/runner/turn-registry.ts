import { randomInt } from 'node:crypto';
import { EndedTurn } from '../turn/ended-turn.js';
import type { LiveTurn } from '../turn/live-turn.js';
import type { Report } from '../turn/report.js';
import type { Turn } from '../turn/turn.js';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const KEEP_MS = 3_600_000;
const MOST_ENDED = 200;
/** Characters of all reports that are kept: answers of a megabyte each must not add up. The last one is kept whatever it takes. */
const MOST_CHARACTERS = 16_000_000;

interface Kept {
  readonly turn: EndedTurn;
  readonly characters: number;
}

/** The turns of one server: those at work, and the ended ones whose report can still be fetched (an hour, 200 at most, of bounded size). */
export class TurnRegistry {
  readonly #live = new Map<string, LiveTurn>();
  /** In the order in which they ended. */
  readonly #ended = new Map<string, Kept>();
  #characters = 0;

  /** An id that no turn of this server has. */
  freshId(): string {
    for (;;) {
      let id = 't';
      for (let index = 0; index < 4; index += 1) id += ALPHABET[randomInt(ALPHABET.length)];
      if (!this.#live.has(id) && !this.#ended.has(id)) return id;
    }
  }

  add(turn: LiveTurn): void {
    this.#live.set(turn.id, turn);
    void turn.report.then((report) => this.#retire(turn, report));
  }

  /** By the turn's id, or the newest turn of a session. */
  find(idOrSession: string): Turn | undefined {
    const turn = this.#live.get(idOrSession) ?? this.#ended.get(idOrSession)?.turn;
    if (turn) return turn;
    let newest: { readonly turn: Turn; readonly createdAt: number } | undefined;
    for (const candidate of [...[...this.#ended.values()].map((kept) => kept.turn), ...this.#live.values()]) {
      const { session, createdAt } = candidate.view();
      if (session !== idOrSession || (newest && newest.createdAt > createdAt)) continue;
      newest = { turn: candidate, createdAt };
    }
    return newest?.turn;
  }

  /** Not ended, oldest first. */
  get live(): readonly LiveTurn[] {
    return [...this.#live.values()].filter((turn) => turn.view().state !== 'ended');
  }

  #retire(turn: LiveTurn, report: Report): void {
    // The clock holds on to the id alone: the turn itself takes all that it was made of.
    const { id: ended } = turn;
    this.#live.delete(ended);
    const characters = lengthOf(report);
    this.#ended.set(ended, { turn: new EndedTurn(turn.view(), report), characters });
    this.#characters += characters;
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= MOST_ENDED && this.#characters <= MOST_CHARACTERS) break;
      if (id !== ended) this.#forget(id);
    }
    setTimeout(() => this.#forget(ended), KEEP_MS).unref();
  }

  #forget(id: string): void {
    this.#characters -= this.#ended.get(id)?.characters ?? 0;
    this.#ended.delete(id);
  }
}

function lengthOf({ answer, earlier = [], said, stderr, notices }: Report): number {
  const texts = [answer?.text, ...earlier.map((one) => one.text), said, stderr, ...notices];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
