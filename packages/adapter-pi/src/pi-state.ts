import type { Event } from '@agentmount/core';
import { asCount, asText } from '@agentmount/core';
import type { Handshake } from './launch.js';
import { takesImages } from './models.js';
import { modelNotice, thinkingNotice, toolsNotice } from './notices.js';
import { SESSION_ID } from './session-id.js';
import type { Run } from './translate.js';
import { modelName, stateField } from './wire.js';

/** What pi says about itself (`get_state`, pi 1.6.0), held against what was asked of it. */
export class PiState {
  readonly #asked: Handshake;
  #id: string | undefined;
  #told: string | undefined;
  #messages: number | undefined;
  #model: unknown;
  #thinking: string | undefined;
  #announced = false;
  #toolsChecked = false;
  /** Whether a run goes on. */
  streaming = false;

  constructor(asked: Handshake) {
    this.#asked = asked;
  }

  get home(): string {
    return this.#asked.home;
  }

  /** The session's model as `provider/id`. */
  get model(): string | undefined {
    return modelName(this.#model);
  }

  get takesImages(): boolean | undefined {
    return takesImages(this.#model);
  }

  /** Takes the data of a reply in. @returns what is wrong with it, if it cannot be used */
  read(data: unknown): string | undefined {
    const id = asText(stateField(data, 'sessionId'));
    if (id === undefined) return 'its reply names no session';
    if (!SESSION_ID.test(id)) return `its session id ${JSON.stringify(id.slice(0, 80))} is not one`;
    this.#id = id;
    this.#messages = asCount(stateField(data, 'messageCount'));
    this.#model = stateField(data, 'model');
    this.#thinking = asText(stateField(data, 'thinkingLevel'));
    this.streaming = stateField(data, 'isStreaming') === true;
    return undefined;
  }

  /** The session, when it is known and not yet told. */
  session(): readonly Event[] {
    if (this.#id === undefined || this.#id === this.#told) return [];
    const first = this.#told === undefined;
    this.#told = this.#id;
    // pi begins a session under an id that it does not know; one that it knows has messages.
    const fresh =
      first && this.#asked.session !== undefined && (this.#messages === 0 || this.#id !== this.#asked.session);
    return [{ type: 'session', id: this.#id, ...(fresh && { fresh }) }];
  }

  /** What stands at the beginning of a prompt: the model, and once where pi does something else than it was asked to. */
  announce(): readonly Event[] {
    const { model } = this;
    const events: Event[] = model === undefined ? [] : [{ type: 'model', id: model }];
    if (this.#announced) return events;
    this.#announced = true;
    events.push(...modelNotice(this.#asked.model, model), ...thinkingNotice(this.#asked.thinking, this.#thinking));
    return events;
  }

  /** What the end of a prompt shows: pictures that pi dropped, and tools that were named and do not exist. */
  compare(run: Run, images: number): readonly Event[] {
    const events: Event[] = [];
    const dropped = run.imagesTaken === undefined ? 0 : images - run.imagesTaken;
    if (dropped > 0) {
      const text = `pi left out ${dropped} of ${images} images: it could not read them or bring them under its size limit`;
      events.push({ type: 'notice', level: 'warning', text });
    }
    if (!this.#toolsChecked && run.declaredTools !== undefined) {
      this.#toolsChecked = true;
      events.push(...toolsNotice(this.#asked.tools, run.declaredTools));
    }
    return events;
  }
}
