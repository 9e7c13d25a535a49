import { randomInt } from 'node:crypto';
import type { LiveTurn } from '../turn/live-turn.js';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const KEEP_MS = 3_600_000;
const MOST_ENDED = 200;

/** The turns of one server: those at work, and the ended ones whose report can still be fetched (an hour, 200 at most). */
export class TurnRegistry {
  readonly #turns = new Map<string, LiveTurn>();
  readonly #ended: string[] = [];

  /** An id that no turn of this server has. */
  freshId(): string {
    for (;;) {
      let id = 't';
      for (let index = 0; index < 4; index += 1) id += ALPHABET[randomInt(ALPHABET.length)];
      if (!this.#turns.has(id)) return id;
    }
  }

  add(turn: LiveTurn): void {
    this.#turns.set(turn.id, turn);
    void turn.report.then(() => this.#retire(turn.id));
  }

  /** By the turn's id, or the newest turn of a session. */
  find(idOrSession: string): LiveTurn | undefined {
    const turn = this.#turns.get(idOrSession);
    if (turn) return turn;
    let newest: LiveTurn | undefined;
    for (const candidate of this.#turns.values()) if (candidate.view().session === idOrSession) newest = candidate;
    return newest;
  }

  /** Not ended, oldest first. */
  get live(): readonly LiveTurn[] {
    return [...this.#turns.values()].filter((turn) => turn.view().state !== 'ended');
  }

  #retire(id: string): void {
    this.#ended.push(id);
    if (this.#ended.length > MOST_ENDED) this.#forget(this.#ended[0]);
    setTimeout(() => this.#forget(id), KEEP_MS).unref();
  }

  #forget(id: string | undefined): void {
    const index = id === undefined ? -1 : this.#ended.indexOf(id);
    if (id === undefined || index < 0) return;
    this.#ended.splice(index, 1);
    this.#turns.delete(id);
  }
}
