import {
  type Action,
  asWord,
  type Codec,
  type Failure,
  type Fields,
  type LaunchPlan,
  parseFields,
} from '@agentmount/core';
import { createApprovals, denyLost } from './approvals.js';
import { classifyExit } from './failures.js';
import { readHead } from './frame-head.js';
import type { Handshake } from './launch.js';
import { effortsFor, readModels } from './models.js';
import { effortNotice, warning } from './notices.js';
import { createTranslator } from './translate.js';
import { readVerdict } from './verdict.js';
import { anyField, controlField, controlRequest, payloadField, responseField, userMessage } from './wire.js';

/** What a request of ours is for. */
type Errand = 'initialize' | 'interrupt';

/**
 * The wire of `--input-format stream-json` (claude 2.1.332): frames both ways, requests with ids both ways, one process for many prompts.
 * A new session's id is not told before its first prompt.
 */
export function createStreamCodec(plan: LaunchPlan): Codec {
  const handshake = plan.handshake as Handshake;
  const approvals = createApprovals(handshake);
  const translator = createTranslator({ ...handshake, denied: approvals.denied });
  /** Our requests without a response, by id. */
  const errands = new Map<string, Errand>();
  let requests = 0;
  let listed: unknown;
  /** The process is gone, or its handshake has failed: nothing that it says counts. */
  let gone = false;
  let prompted = false;
  /** Why the process can take no prompt, said before there was one. */
  let doomed: Failure | undefined;
  let stop: 'no' | 'held' | 'sent' = 'no';

  function request(errand: Errand): Action {
    requests += 1;
    const id = `${errand}-${requests}`;
    errands.set(id, errand);
    return { type: 'send', line: controlRequest(id, errand) };
  }

  function opening(): boolean {
    return [...errands.values()].includes('initialize');
  }

  function failed(failure: Failure): Action {
    return { type: 'settled', outcome: 'failed', failure };
  }

  function refused(failure: Failure): Action[] {
    gone = true;
    return [failed(failure)];
  }

  /** Adds what follows from these actions: a stop that was held back, and at a prompt's end the next ready. */
  function follow(actions: readonly Action[]): Action[] {
    const all = actions.flatMap((action): Action[] => {
      if (action.type === 'tool' && action.phase === 'end') return [action, ...approvals.ended(action.id)];
      if (action.type !== 'settled') return [action];
      stop = 'no';
      const before = approvals.clear();
      if (gone) return [...before, action];
      // A process that is of no more use gets a stop, and no further prompt.
      if (translator.unusable !== undefined) return [...before, request('interrupt'), action];
      return [...before, action, { type: 'ready' }];
    });
    // A stop that was sent while claude worked on something else has not stopped the prompt.
    if (stop === 'sent' && !translator.begun) stop = 'held';
    return stop === 'held' && translator.begun ? [...all, ...sendStop()] : all;
  }

  function sendStop(): Action[] {
    stop = 'sent';
    return [request('interrupt')];
  }

  function response(frame: Fields): Action[] {
    const reply = controlField(frame, 'response');
    const id = asWord(responseField(reply, 'request_id')) ?? '';
    const errand = errands.get(id);
    errands.delete(id);
    const succeeded = responseField(reply, 'subtype') === 'success';
    const reason = line(asWord(responseField(reply, 'error')));
    switch (errand) {
      case 'initialize':
        if (!succeeded) return refused({ class: 'protocol', message: `claude refused the handshake: ${reason}` });
        listed = payloadField(responseField(reply, 'response'), 'models');
        return [...translator.session(handshake.session), ...effort(), { type: 'ready' }];
      case 'interrupt':
        return succeeded ? [] : [warning(`claude refused to interrupt the prompt: ${reason}.`)];
      default:
        return [{ type: 'unknown', frame: 'control_response' }];
    }
  }

  function effort(): Action[] {
    const level = handshake.effort;
    const takes = effortsFor(listed, handshake.model);
    return level === undefined || takes === undefined || takes.includes(level) ? [] : [effortNotice(level, takes)];
  }

  /** A session that it does not know claude answers with a result, in place of the handshake or after it, and ends. */
  function result(frame: Fields): Action[] {
    const { failure } = readVerdict(frame, false);
    if (opening()) {
      return refused(failure ?? { class: 'protocol', message: 'claude answered the handshake with a result' });
    }
    if (!prompted) doomed ??= failure;
    return follow(translator.frame(frame));
  }

  return {
    open() {
      return [request('initialize')];
    },

    frame(text) {
      if (gone) return [];
      const frame = parseFields(text);
      if (frame === undefined) return [{ type: 'unknown', frame: 'not JSON' }];
      switch (anyField(frame, 'type')) {
        case 'control_response':
          return response(frame);
        case 'control_request':
          return approvals.ask(frame, translator.running);
        case 'control_cancel_request':
          return approvals.withdraw(asWord(controlField(frame, 'request_id')) ?? '');
        case 'result':
          return result(frame);
        default:
          return follow(translator.frame(frame));
      }
    },

    lost(head) {
      if (gone) return [];
      const told = readHead(head);
      if (told.type === 'control_request') return denyLost(head);
      if (opening() && (told.type === 'control_response' || told.type === undefined)) {
        return refused({ class: 'protocol', message: 'the answer of claude to the handshake was too long to be read' });
      }
      return follow(translator.lost(told));
    },

    prompt(task) {
      stop = 'no';
      prompted = true;
      const unfit = doomed ?? translator.unusable;
      if (unfit !== undefined) return [failed(unfit)];
      translator.begin(task.text);
      return [{ type: 'send', line: userMessage(task.text, task.images) }];
    },

    exit(exit) {
      if (gone) return [];
      gone = true;
      if (translator.running) {
        const failure = classifyExit(exit);
        return follow(translator.settle(stop === 'no' ? { outcome: 'failed', failure } : { outcome: 'interrupted' }));
      }
      return opening() ? [failed(classifyExit(exit))] : [];
    },

    interrupt() {
      if (gone || !translator.running || stop !== 'no') return [];
      translator.stopping();
      stop = 'held';
      // A stop before claude has begun the prompt would hit nothing, and the prompt would run: it waits for the first frame of it.
      return translator.begun ? sendStop() : [];
    },

    answer(id, allow, reason) {
      return gone ? [] : approvals.answer(id, allow, reason);
    },

    models() {
      if (gone) return [];
      const models = readModels(listed, handshake.model);
      if (models.length > 0) return [{ type: 'models', models }];
      return [failed({ class: 'protocol', message: 'claude listed no models in its handshake' }), { type: 'ready' }];
    },
  };
}

/** A reason of claude's as a part of a sentence. */
function line(reason = ''): string {
  return (reason.split(/\r?\n/)[0] ?? '').trim().slice(0, 300).replace(/\.$/, '') || 'no reason given';
}
