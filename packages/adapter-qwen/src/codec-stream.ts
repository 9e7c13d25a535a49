import type { Action, Codec, Failure, LaunchPlan } from '@agentmount/core';
import { asText, type Fields, parseFields } from '@agentmount/core';
import { createApprovals, denyLost } from './approvals.js';
import { classifyExit } from './failures.js';
import type { Handshake } from './launch.js';
import { readModels } from './models.js';
import { effortNotice, warning } from './notices.js';
import { createTranslator } from './translate.js';
import { readVerdict } from './verdict.js';
import {
  cancelField,
  controlRequest,
  effortField,
  errorField,
  frameType,
  lostType,
  payloadField,
  responseField,
  userMessage,
} from './wire.js';

/** What a request of ours is for. */
type Errand = 'initialize' | 'models' | 'current' | 'interrupt';

/**
 * The wire of `--input-format stream-json` (qwen 0.24.4): frames both ways, requests with ids both ways, one process for many
 * prompts. The first line must be `initialize`: after any other, qwen ignores every request for the rest of its life.
 */
export function createStreamCodec(plan: LaunchPlan): Codec {
  const handshake = plan.handshake as Handshake;
  const translator = createTranslator(handshake);
  const approvals = createApprovals(handshake.tools);
  /** Our requests without a response, by id. */
  const errands = new Map<string, Errand>();
  let requests = 0;
  let listed: unknown;
  let ready = false;
  let gone = false;
  let stop: 'no' | 'held' | 'sent' = 'no';

  function request(errand: Errand, payload: Parameters<typeof controlRequest>[1]): Action {
    requests += 1;
    const id = `${errand}-${requests}`;
    errands.set(id, errand);
    return { type: 'send', line: controlRequest(id, payload) };
  }

  function waiting(...kinds: readonly Errand[]): boolean {
    return [...errands.values()].some((errand) => kinds.includes(errand));
  }

  function failed(failure: Failure): Action {
    return { type: 'settled', outcome: 'failed', failure };
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
      if (translator.unusable) return [...before, request('interrupt', { subtype: 'interrupt' }), action];
      return [...before, action, { type: 'ready' }];
    });
    return stop === 'held' && translator.begun ? [...all, ...sendStop()] : all;
  }

  function sendStop(): Action[] {
    stop = 'sent';
    return [request('interrupt', { subtype: 'interrupt' })];
  }

  function response(frame: Fields): Action[] {
    const reply = frame.response;
    const id = asText(responseField(reply, 'request_id')) ?? '';
    const errand = errands.get(id);
    errands.delete(id);
    const error = responseField(reply, 'error');
    const succeeded = asText(responseField(reply, 'subtype')) === 'success';
    const reason = asText(error) ?? asText(errorField(error, 'message')) ?? 'no reason given';
    const payload = responseField(reply, 'response');
    switch (errand) {
      case 'initialize': {
        if (!succeeded) return [failed({ class: 'protocol', message: `qwen refused the handshake: ${line(reason)}` })];
        const session = translator.session(asText(payloadField(payload, 'session_id')) ?? '');
        if (session.length === 0) {
          return [failed({ class: 'protocol', message: 'qwen answered the handshake without a session id' })];
        }
        ready = true;
        return [...session, ...effort(payloadField(payload, 'effort_status')), { type: 'ready' }];
      }
      case 'models':
        if (!succeeded) {
          return [
            failed({ class: 'protocol', message: `qwen did not list its models: ${line(reason)}` }),
            { type: 'ready' },
          ];
        }
        listed = payloadField(payload, 'models');
        // The list has no mark of the model in use; the count of the context names it, and asks no model either.
        return [request('current', { subtype: 'get_context_usage' })];
      case 'current': {
        const current = handshake.model === undefined ? asText(payloadField(payload, 'modelName')) : undefined;
        return [{ type: 'models', models: readModels(listed, current) }];
      }
      case 'interrupt':
        return succeeded ? [] : [warning(`qwen refused to interrupt the prompt: ${line(reason)}.`)];
      default:
        return [{ type: 'unknown', frame: 'control_response' }];
    }
  }

  /** Without a login qwen answers the handshake with a result, and ends. */
  function endedEarly(frame: Fields): Action[] {
    errands.clear();
    const { failure } = readVerdict(frame, false);
    return [failed(failure ?? { class: 'protocol', message: 'qwen answered the handshake with a result' })];
  }

  function effort(status: unknown): Action[] {
    if (handshake.effort === undefined || effortField(status, 'applied') === true) return [];
    return [effortNotice(handshake.effort, asText(effortField(status, 'reason')))];
  }

  return {
    open() {
      const { effort: level, answerMs } = handshake;
      return [
        request('initialize', {
          subtype: 'initialize',
          hooks: null,
          ...(level === undefined ? {} : { effort: level }),
          ...(answerMs === undefined ? {} : { timeout: { canUseTool: answerMs } }),
        }),
      ];
    },

    frame(text) {
      if (gone) return [];
      const frame = parseFields(text);
      if (frame === undefined) return [{ type: 'unknown', frame: 'not JSON' }];
      switch (frameType(frame)) {
        case 'control_response':
          return response(frame);
        case 'control_request':
          return approvals.ask(frame, translator.running);
        case 'control_cancel_request':
          return approvals.withdraw(asText(cancelField(frame, 'request_id')) ?? '');
        case 'result':
          return waiting('initialize') ? endedEarly(frame) : follow(translator.frame(frame));
        default:
          return follow(translator.frame(frame));
      }
    },

    lost(head) {
      if (gone) return [];
      const type = lostType(head);
      if (type === 'control_request') return denyLost(head);
      if (type !== 'control_response') return follow(translator.lost(head));
      if (!waiting('initialize', 'models', 'current')) return [];
      errands.clear();
      const failure = failed({ class: 'protocol', message: 'an answer of qwen was too long to be read' });
      return ready ? [failure, { type: 'ready' }] : [failure];
    },

    prompt(task) {
      stop = 'no';
      return [...translator.begin(task.text), { type: 'send', line: userMessage(task.text) }];
    },

    exit(exit) {
      if (gone) return [];
      gone = true;
      if (translator.running) {
        const failure = classifyExit(exit);
        return follow(translator.settle(stop === 'no' ? { outcome: 'failed', failure } : { outcome: 'interrupted' }));
      }
      return waiting('initialize', 'models', 'current') ? [failed(classifyExit(exit))] : [];
    },

    interrupt() {
      if (gone || !translator.running || stop !== 'no') return [];
      translator.stopping();
      stop = 'held';
      // Before its `init` qwen answers with success, interrupts nothing, and then runs the prompt: the stop waits for that frame.
      return translator.begun ? sendStop() : [];
    },

    answer(id, allow, reason) {
      return gone ? [] : approvals.answer(id, allow, reason);
    },

    models() {
      return gone ? [] : [request('models', { subtype: 'get_available_models' })];
    },
  };
}

/** A reason of qwen's as a part of a sentence. */
function line(reason: string): string {
  return (reason.split(/\r?\n/)[0] ?? '').trim().slice(0, 300).replace(/\.$/, '') || 'no reason given';
}
