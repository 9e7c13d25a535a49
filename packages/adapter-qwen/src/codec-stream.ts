import type { Action, Codec, Exit, Failure, LaunchPlan } from '@agentmount/core';
import { classifyExit } from './failures.js';
import type { Handshake } from './launch.js';
import { readModels } from './models.js';
import { effortNotice, warning } from './notices.js';
import { createTranslator } from './translate.js';
import {
  asText,
  cancelField,
  controlError,
  controlRequest,
  controlResponse,
  effortField,
  errorField,
  type Frame,
  frameType,
  lostType,
  parseFrame,
  payloadField,
  permissionField,
  requestField,
  responseField,
  userMessage,
} from './wire.js';

/** What a request of ours was for. */
type Errand = 'initialize' | 'models' | 'current' | 'interrupt';

/** The wire of `--input-format stream-json` (qwen 0.24.4): frames both ways, requests with ids both ways, one process for many prompts. */
export function createStreamCodec(plan: LaunchPlan): Codec {
  const handshake = plan.handshake as Handshake;
  const translator = createTranslator({
    mode: handshake.mode,
    ...(handshake.session === undefined ? {} : { session: handshake.session }),
    ...(handshake.tools === undefined ? {} : { tools: handshake.tools }),
  });
  /** Our requests without an answer, by id. */
  const errands = new Map<string, Errand>();
  /** Approvals without an answer: the request's id to the id of the call it is about. */
  const approvals = new Map<string, string>();
  let listed: unknown;
  let requests = 0;
  let ready = false;
  let gone = false;
  let stop: 'no' | 'held' | 'sent' = 'no';

  function request(errand: Errand, payload: Parameters<typeof controlRequest>[1]): Action {
    requests += 1;
    const id = `${errand}-${requests}`;
    errands.set(id, errand);
    return { type: 'send', line: controlRequest(id, payload) };
  }

  function listing(): boolean {
    return [...errands.values()].some((errand) => errand === 'models' || errand === 'current');
  }

  function sendStop(): Action[] {
    stop = 'sent';
    return [request('interrupt', { subtype: 'interrupt' })];
  }

  /** Adds what follows from a prompt's end: no approval waits any more, the next prompt may come. */
  function afterSettled(actions: readonly Action[], again: boolean): Action[] {
    return actions.flatMap((action): Action[] => {
      if (action.type !== 'settled') return [action];
      stop = 'no';
      const open = [...approvals.keys()].map((id): Action => ({ type: 'withdrawn', id }));
      approvals.clear();
      if (!again) return [...open, action];
      // The process is of no more use: it gets a stop, and no further prompt.
      if (translator.unusable) return [...open, request('interrupt', { subtype: 'interrupt' }), action];
      return [...open, action, { type: 'ready' }];
    });
  }

  function failed(failure: Failure): Action {
    return { type: 'settled', outcome: 'failed', failure };
  }

  function response(frame: Frame): Action[] {
    const reply = frame.response;
    const id = asText(responseField(reply, 'request_id')) ?? '';
    const errand = errands.get(id);
    errands.delete(id);
    const error = responseField(reply, 'error');
    const succeeded = asText(responseField(reply, 'subtype')) === 'success';
    const reason = asText(error) ?? asText(errorField(error, 'message')) ?? 'no reason given';
    const payload = responseField(reply, 'response');
    if (errand === 'initialize') {
      if (!succeeded) return [failed({ class: 'protocol', message: `qwen refused the handshake: ${reason}` })];
      const session = asText(payloadField(payload, 'session_id'));
      if (session === undefined) {
        return [failed({ class: 'protocol', message: 'qwen answered the handshake without a session id' })];
      }
      ready = true;
      return [...translator.session(session), ...effort(payloadField(payload, 'effort_status')), { type: 'ready' }];
    }
    if (errand === 'models') {
      if (!succeeded) return [failed({ class: 'protocol', message: `qwen did not list its models: ${reason}` })];
      listed = payloadField(payload, 'models');
      // The list has no mark of the model in use; that one is known to the context's count, which asks no model either.
      return [request('current', { subtype: 'get_context_usage' })];
    }
    if (errand === 'current') {
      const current = handshake.model === undefined ? asText(payloadField(payload, 'modelName')) : undefined;
      return [{ type: 'models', models: readModels(listed, current) }];
    }
    if (errand === 'interrupt') {
      return succeeded ? [] : [warning(`qwen refused to interrupt the prompt: ${reason}`)];
    }
    return [{ type: 'unknown', frame: 'control_response' }];
  }

  function effort(status: unknown): Action[] {
    if (handshake.effort === undefined || effortField(status, 'applied') === true) return [];
    return [effortNotice(handshake.effort, asText(effortField(status, 'reason')))];
  }

  /** A question of qwen's. Whatever is no approval is refused in the step that reads it: qwen waits for nothing that nobody answers. */
  function question(frame: Frame): Action[] {
    const id = asText(requestField(frame, 'request_id'));
    const asked = requestField(frame, 'request');
    const subtype = asText(permissionField(asked, 'subtype')) ?? '?';
    if (id === undefined) return [{ type: 'unknown', frame: `control_request/${subtype}` }];
    if (subtype !== 'can_use_tool') {
      const line = controlError(id, `This client does not answer ${JSON.stringify(subtype)}`);
      return [
        { type: 'send', line },
        { type: 'unknown', frame: `control_request/${subtype}` },
      ];
    }
    const tool = asText(permissionField(asked, 'tool_name')) ?? '';
    const reason = refusal(tool);
    if (reason !== undefined) return [deny(id, reason)];
    approvals.set(id, asText(permissionField(asked, 'tool_use_id')) ?? '');
    return [{ type: 'approval', id, tool, input: permissionField(asked, 'input') }];
  }

  /** Why a call is denied without asking anyone. */
  function refusal(tool: string): string | undefined {
    if (!translator.running) return 'No prompt is running.';
    if (handshake.tools !== undefined && !handshake.tools.includes(tool)) {
      return `Only these tools may be used: ${handshake.tools.join(', ')}.`;
    }
    // Its answer is a choice, and an approval is a yes or a no. It is excluded at launch; this is for a version that renames the flag.
    if (tool === 'ask_user_question')
      return 'Nobody can answer questions here; decide by yourself and say what you assumed.';
    return undefined;
  }

  function deny(id: string, message: string): Action {
    return { type: 'send', line: controlResponse(id, { behavior: 'deny', message }) };
  }

  function shared(frame: Frame): Action[] {
    const actions = translator.frame(frame);
    for (const action of [...actions]) {
      if (action.type !== 'tool' || action.phase !== 'end') continue;
      for (const [id, call] of approvals) {
        // The call has ended without our answer: qwen's clock, an interrupt, or a cancelled sibling answered it.
        if (call !== action.id || !approvals.delete(id)) continue;
        actions.push({ type: 'withdrawn', id });
      }
    }
    if (stop === 'held' && translator.begun) actions.push(...sendStop());
    return actions;
  }

  function dispatch(frame: Frame): Action[] {
    switch (frameType(frame)) {
      case 'control_response':
        return response(frame);
      case 'control_request':
        return question(frame);
      case 'control_cancel_request': {
        const id = asText(cancelField(frame, 'request_id')) ?? '';
        return approvals.delete(id) ? [{ type: 'withdrawn', id }] : [];
      }
      default:
        return shared(frame);
    }
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

    frame(line) {
      if (gone) return [];
      const frame = parseFrame(line);
      return frame === undefined ? [{ type: 'unknown', frame: 'not JSON' }] : afterSettled(dispatch(frame), true);
    },

    lost(head) {
      if (gone) return [];
      const type = lostType(head);
      if (type === 'control_request') {
        const id = /"request_id"\s*:\s*"([^"\\]+)"/.exec(head)?.[1];
        return id === undefined ? [] : [deny(id, 'The call is too large to be shown to anyone.')];
      }
      if (type === 'control_response' && (!ready || listing())) {
        errands.clear();
        return [failed({ class: 'protocol', message: 'an answer of qwen was too long to be read' })];
      }
      const actions = translator.lost(head);
      return afterSettled(stop === 'held' && translator.begun ? [...actions, ...sendStop()] : actions, true);
    },

    prompt(task) {
      stop = 'no';
      translator.begin(task.text);
      return [{ type: 'send', line: userMessage(task.text) }];
    },

    exit(exit: Exit) {
      if (gone) return [];
      gone = true;
      if (translator.running) {
        if (stop !== 'no') return afterSettled(translator.settle({ outcome: 'interrupted' }), false);
        return afterSettled(translator.settle({ outcome: 'failed', failure: classifyExit(exit) }), false);
      }
      return ready && !listing() ? [] : [failed(classifyExit(exit))];
    },

    interrupt() {
      if (gone || !translator.running || stop !== 'no') return [];
      translator.stopping();
      // Before its `init` qwen answers with success, interrupts nothing, and then runs the prompt.
      if (translator.begun) return sendStop();
      stop = 'held';
      return [];
    },

    answer(id, allow, reason) {
      if (gone || !approvals.delete(id)) return [];
      if (!allow) return [deny(id, reason)];
      // No `updatedInput`: qwen ignores it for shell commands, so that it could promise what does not happen.
      return [{ type: 'send', line: controlResponse(id, { behavior: 'allow' }) }];
    },

    models() {
      return gone ? [] : [request('models', { subtype: 'get_available_models' })];
    },
  };
}
