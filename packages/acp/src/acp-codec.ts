import type { Action, Codec, Failure, LaunchPlan } from '@agentmount/core';
import {
  asText,
  type JsonRpcMessage,
  METHOD_NOT_FOUND,
  type RequestId,
  readJsonRpc,
  readLostJsonRpc,
} from '@agentmount/core';
import { exitFailure, failureOf } from './failures.js';
import { type Handshake, handshakeFailure, initializeParams, readHandshake } from './handshake.js';
import { errorLine, notificationLine, resultLine } from './json-rpc.js';
import { shownModels } from './models.js';
import { createOurRequests, type Errand } from './our-requests.js';
import type { AcpProfile } from './profile.js';
import { promptParams, textBlock } from './prompt-params.js';
import { createPromptWork } from './prompt-work.js';
import { createSessionOpening, type OpeningStep } from './session-opening.js';
import { failed, INTERRUPTED, type Verdict, verdictOf } from './verdict.js';
import { type ClientMethod, cancelledField, notificationField, steeringField } from './wire.js';

/**
 * Where the process is. `opening`: a prompt was taken, and its session is being opened and set. `closing`: the prompt was answered,
 * and something that belongs to it is still at work. `spent`: no prompt can be taken any more.
 */
type Phase = 'handshake' | 'idle' | 'listing' | 'opening' | 'prompting' | 'closing' | 'spent';

const PERMISSION: ClientMethod = 'session/request_permission';
const UPDATE: ClientMethod = 'session/update';
/** Most messages handed over at once: qwen 0.24.4 drops what is over ten, and asks again after the next tool. */
const MOST_STEERS = 10;

/** The Agent Client Protocol, version 1, as one process of the agent speaks it that was started from `plan`. */
export function createAcpCodec<Options>(profile: AcpProfile<Options>, plan: LaunchPlan): Codec {
  const { agent, steering, background } = profile;
  const work = createPromptWork(profile, plan.handshake);
  const requests = createOurRequests();
  let handshake: Handshake | undefined;
  const opening = createSessionOpening(profile, () => handshake ?? readHandshake(undefined));
  let phase: Phase = 'handshake';
  let task: Parameters<Codec['prompt']>[0] | undefined;
  let stop: 'no' | 'held' | 'sent' = 'no';
  /** How the prompt came out, while something of it still runs. */
  let verdict: Verdict | undefined;
  let busy = false;
  let said: { session?: string; model?: string } = {};

  const isRunning = (): boolean => phase === 'opening' || isAtWork();

  const isAtWork = (): boolean => phase === 'prompting' || phase === 'closing';

  function settle(result: Verdict, again = true, writes = true): Action[] {
    const ended = work.end(result, writes);
    phase = again && !busy ? 'idle' : 'spent';
    verdict = undefined;
    stop = 'no';
    return phase === 'idle' ? [...ended, { type: 'ready' }] : ended;
  }

  /** The failure of a handshake or a listing. */
  function refused(failure: Failure, again: boolean): Action[] {
    phase = again ? 'idle' : 'spent';
    const settled: Action = { type: 'settled', outcome: 'failed', failure };
    return again ? [settled, { type: 'ready' }] : [settled];
  }

  function greeted(result: unknown, error: unknown): Action[] {
    handshake = readHandshake(result);
    const failure = error === undefined ? handshakeFailure(profile, handshake) : failureOf(profile, error, 'handshake');
    if (failure || profile.check?.isNeeded(plan.handshake) !== true) return met(failure);
    return [requests.make({ for: 'check' }, profile.check.method, {})];
  }

  function met(failure: Failure | undefined): Action[] {
    if (failure) return refused(failure, false);
    phase = 'idle';
    return [{ type: 'ready' }];
  }

  function step(taken: OpeningStep): Action[] {
    const listing = phase === 'listing';
    if (taken.state === 'failed') {
      if (stop === 'held') return settle(INTERRUPTED, !taken.spent);
      return listing ? refused(taken.failure, !taken.spent) : settle(failed(taken.failure), !taken.spent);
    }
    if (listing && taken.state === 'open') {
      phase = 'idle';
      return [{ type: 'models', models: shownModels(profile, taken.session.models) }];
    }
    // A prompt that was not sent has run nothing.
    if (stop === 'held') return settle(INTERRUPTED);
    return taken.state === 'asks' ? [requests.make(taken.errand, taken.method, taken.params)] : send();
  }

  function send(): Action[] {
    const { session } = opening;
    if (!session || !task) return [];
    phase = 'prompting';
    const actions = opening.takeNotices();
    if (session.id !== said.session) actions.push({ type: 'session', id: session.id });
    if (session.model !== undefined && session.model !== said.model) actions.push({ type: 'model', id: session.model });
    said = { session: session.id, ...(session.model === undefined ? {} : { model: session.model }) };
    session.prompted();
    return [...actions, requests.make({ for: 'prompt' }, 'session/prompt', promptParams(session.id, task))];
  }

  function answered(result: unknown, error: unknown): Action[] {
    if (error !== undefined) return settle(stop === 'no' ? failed(failureOf(profile, error, 'prompt')) : INTERRUPTED);
    const expected = stop === 'no' ? (work.wasDenied ? 'denied' : 'no') : 'cancelled';
    verdict = verdictOf(profile, result, expected);
    phase = 'closing';
    return [...work.response(result), ...close()];
  }

  /** Settles when nothing of the prompt runs any more: no work in the background, no steer that may have begun something. */
  function close(): Action[] {
    if (phase !== 'closing' || !verdict) return [];
    const steers = requests.has('steer');
    const works = busy && verdict.outcome === 'completed';
    if (steers || (works && stop === 'no')) return [];
    return settle(works ? INTERRUPTED : verdict);
  }

  function response({ id, result, error }: JsonRpcMessage & { kind: 'response' }): Action[] {
    const errand = requests.take(id);
    return errand ? reply(errand, result, error) : [{ type: 'unknown', frame: 'response' }];
  }

  function reply(errand: Errand, result: unknown, error: unknown): Action[] {
    switch (errand.for) {
      case 'initialize':
        return greeted(result, error);
      case 'check':
        return met(profile.check?.failureOf(error === undefined ? result : undefined, plan.handshake));
      case 'prompt':
        return answered(result, error);
      case 'steer': {
        const injected = error === undefined && asText(steeringField(result, 'outcome')) === 'injected';
        const { reference } = errand;
        return [...(injected ? work.steers.taken(reference) : work.steers.refused(reference)), ...close()];
      }
      default:
        return step(opening.reply(errand, result, error));
    }
  }

  function question({ id, method, params }: JsonRpcMessage & { kind: 'request' }): Action[] {
    const open = isAtWork() && stop === 'no';
    if (method === PERMISSION) return open ? work.ask(id, params) : work.refuse(id, params);
    if (steering?.by === 'drain' && method === steering.method) {
      const { texts, events } = open ? work.steers.handOver(MOST_STEERS) : { texts: [], events: [] };
      return [{ type: 'send', line: resultLine(id, { messages: texts, hasQueuedPrompt: false }) }, ...events];
    }
    const refusal: Action = { type: 'send', line: errorLine(id, METHOD_NOT_FOUND, `Method not found: ${method}`) };
    return profile.ignores?.includes(method) ? [refusal] : [refusal, { type: 'unknown', frame: `request ${method}` }];
  }

  function notification({ method, params }: JsonRpcMessage & { kind: 'notification' }): Action[] {
    if (method === UPDATE) return update(params);
    if (background && method === background.method) {
      busy = background.isBusy(params, opening.session?.id ?? '') ?? busy;
      return close();
    }
    if (method === '$/cancel_request') return work.withdraw(cancelledField(params, 'requestId'));
    return profile.ignores?.includes(method) ? [] : [{ type: 'unknown', frame: `notification ${method}` }];
  }

  function update(params: unknown): Action[] {
    const { session } = opening;
    const told = notificationField(params, 'update');
    if (!session || notificationField(params, 'sessionId') !== session.id) return [];
    session.changed(told);
    // Before a prompt it is a history that is replayed, after it an afterthought.
    return isAtWork() ? work.update(told) : [];
  }

  const tooLong = (what: string): Failure => ({
    class: 'protocol',
    message: `a ${what} of ${agent} was too long to be read`,
  });

  function lostResponse(id: RequestId | undefined, head: string): Action[] {
    const lost = id ?? requests.last;
    const errand = lost === undefined ? undefined : requests.take(lost);
    if (!errand) return [];
    if (errand.for === 'steer') return reply(errand, undefined, undefined);
    const isPrompt = errand.for === 'prompt';
    if (isPrompt && /"stopReason"\s*:\s*"end_turn"/.test(head)) return answered({ stopReason: 'end_turn' }, undefined);
    return isRunning() ? settle(failed(tooLong('reply')), isPrompt) : refused(tooLong('reply'), false);
  }

  function steer(reference: string, text: string): Action[] {
    const missed: Action = { type: 'steer', reference, state: 'missed' };
    if (!isRunning() || stop !== 'no') return [missed];
    if (steering?.by === 'drain') return work.steers.add(reference, text);
    const { session } = opening;
    if (phase !== 'prompting' || !session || handshake?.steering !== true) return [missed];
    const params = { sessionId: session.id, prompt: [textBlock(text)] };
    const added = work.steers.add(reference, text);
    return added.length > 0 ? added : [requests.make({ for: 'steer', reference }, '_session/steering', params)];
  }

  return {
    open: () => [requests.make({ for: 'initialize' }, 'initialize', initializeParams(profile))],

    frame(line) {
      const message = readJsonRpc(line);
      switch (message.kind) {
        case 'response':
          return response(message);
        case 'request':
          return question(message);
        case 'notification':
          return notification(message);
        default:
          return [{ type: 'unknown', frame: message.frame }];
      }
    },

    lost(head) {
      const lost = readLostJsonRpc(head);
      if (lost.kind === 'response') return lostResponse(lost.id, head);
      const { id, method } = lost;
      if (id !== undefined) {
        if (method === PERMISSION) return work.refuse(id, undefined);
        return question({ kind: 'request', id, method, params: undefined });
      }
      // A question with no id to answer to would wait for ever, and so would a prompt whose last sign of work was this.
      const isVital = method === PERMISSION ? isRunning() : phase === 'closing' && method === background?.method;
      return isVital ? settle(failed(tooLong('message')), false) : [];
    },

    prompt(given) {
      task = given;
      work.begin();
      phase = 'opening';
      return step(opening.begin(given));
    },

    exit(exit) {
      if (isRunning()) return settle(stop === 'no' ? failed(exitFailure(profile, exit)) : INTERRUPTED, false, false);
      return phase === 'handshake' || phase === 'listing' ? refused(exitFailure(profile, exit), false) : [];
    },

    interrupt() {
      if (!isRunning() || stop !== 'no') return [];
      const { session } = opening;
      if (phase === 'opening' || !session) {
        stop = 'held';
        return [];
      }
      stop = 'sent';
      const cancel: Action = { type: 'send', line: notificationLine('session/cancel', { sessionId: session.id }) };
      // The stop first: a refusal that comes before it would let the agent ask its model once more.
      return [cancel, ...(phase === 'closing' ? settle(INTERRUPTED, false) : work.closeQuestions())];
    },

    answer: (id, allow) => work.answer(id, allow),

    models() {
      const { session } = opening;
      if (session) return [{ type: 'models', models: shownModels(profile, session.models) }];
      phase = 'listing';
      return step(opening.beginNew(plan.cwd));
    },

    ...(steering === undefined ? {} : { steer }),
  };
}
