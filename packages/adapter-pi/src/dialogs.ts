import type { Action, Event } from '@agentmount/core';
import { asAmount, asText, type Fields } from '@agentmount/core';
import { sentence } from './failures.js';
import { dialogField, dialogLine } from './wire.js';

/** Most notes that are kept as an answer, the first ones, and the characters of each: one that floods must not cost more. */
const MOST_NOTES = 100;
const NOTE_LENGTH = 20_000;

/**
 * The dialogs that extensions open on the rpc wire (pi 1.6.0). A `confirm` inside a prompt is an approval; every other dialog is
 * cancelled at once, because a tool that waits for it waits for ever.
 */
export class Dialogs {
  /** Open approvals, and whether pi answers them by itself after a time. */
  readonly #open = new Map<string, { readonly timed: boolean }>();
  #notes: string[] = [];

  /** What extensions have told the person since the last call; a command of an extension answers in this way. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /**
   * A dialog or a message of an extension.
   * @param approvalMs how long an approval may stay parked; undefined: nobody can be asked now
   */
  request(frame: Fields, approvalMs: number | undefined): readonly Action[] {
    const id = asText(dialogField(frame, 'id'));
    const method = asText(dialogField(frame, 'method'));
    if (!id || !method) return [{ type: 'unknown', frame: 'extension_ui_request' }];
    const title = asText(dialogField(frame, 'title')) ?? '';
    switch (method) {
      case 'confirm':
        return approvalMs === undefined ? [refusal(id)] : this.#ask(id, title, frame, approvalMs);
      case 'select':
      case 'input':
      case 'editor': {
        if (approvalMs === undefined) return [refusal(id)];
        const text = `an extension of pi asked a question that only a person at a terminal can answer, and got no answer (${method}: ${sentence(title)})`;
        return [refusal(id), { type: 'notice', level: 'warning', text }];
      }
      case 'notify': {
        const message = asText(dialogField(frame, 'message'));
        const level = dialogField(frame, 'notifyType');
        if (!message || approvalMs === undefined) return [];
        if (this.#notes.length < MOST_NOTES) this.#notes.push(message.slice(0, NOTE_LENGTH));
        if (level !== 'warning' && level !== 'error') return [];
        return [{ type: 'notice', level: 'warning', text: `an extension of pi says: ${sentence(message)}` }];
      }
      case 'setStatus':
      case 'setWidget':
      case 'setTitle':
      case 'set_editor_text':
        return [];
      default:
        // A dialog of a later pi: an answer that none waits for does no harm, a missing one stops the agent for ever.
        return [refusal(id), { type: 'unknown', frame: `extension_ui_request ${method.slice(0, 40)}` }];
    }
  }

  /** Answers an approval; nothing when it is not open any more. */
  answer(id: string, allow: boolean): readonly Action[] {
    if (!this.#open.delete(id)) return [];
    return [{ type: 'send', line: dialogLine({ id, confirmed: allow }) }];
  }

  /** The tools of a step have ended: pi has answered those dialogs that had a time of their own. */
  onStepEnd(): readonly Action[] {
    return this.#refuse((dialog) => dialog.timed);
  }

  /** Refuses whatever is open: the run is over, or is to stop and would wait for its dialogs. */
  close(): readonly Action[] {
    return this.#refuse(() => true);
  }

  /** A dialog was too long to be kept: it is answered all the same. */
  lost(id: string): readonly Action[] {
    return this.#open.has(id) ? [] : [refusal(id)];
  }

  /** The process is gone: nobody waits any more. */
  abandon(): readonly Event[] {
    const ids = [...this.#open.keys()];
    this.#open.clear();
    return ids.map((id) => ({ type: 'withdrawn', id }));
  }

  #ask(id: string, title: string, frame: Fields, approvalMs: number): readonly Action[] {
    if (this.#open.has(id)) return [{ type: 'unknown', frame: 'extension_ui_request' }];
    const message = asText(dialogField(frame, 'message')) ?? '';
    const waits = asAmount(dialogField(frame, 'timeout'));
    this.#open.set(id, { timed: waits !== undefined });
    const approval: Action = { type: 'approval', id, tool: 'confirm', input: { title, message } };
    if (waits === undefined || waits > approvalMs) return [approval];
    const text = `the extension of pi that asked ${JSON.stringify(sentence(title))} takes no answer within ${waits} ms as a no`;
    return [{ type: 'notice', level: 'info', text }, approval];
  }

  #refuse(which: (dialog: { readonly timed: boolean }) => boolean): readonly Action[] {
    const ids = [...this.#open].filter(([, dialog]) => which(dialog)).map(([id]) => id);
    return ids.flatMap((id) => {
      this.#open.delete(id);
      return [refusal(id), { type: 'withdrawn', id }] as const;
    });
  }
}

function refusal(id: string): Action {
  return { type: 'send', line: dialogLine({ id, cancelled: true }) };
}
