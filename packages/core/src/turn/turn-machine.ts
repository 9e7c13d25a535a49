import type { Failure } from '../contract/failure.js';
import type { Cause } from './report.js';
import type { Effect, Input, MachineState, PendingPrompt, Phase, Step, StopReason, Verdict } from './turn-phases.js';

/** A turn that has been asked for and has nothing yet. */
export function initialState(text: string): MachineState {
  return { phase: 'queued', pending: [{ text, kind: 'first' }], prompted: 0, untried: false };
}

/**
 * The turn's state table, pure. A turn holds several prompts (a redirect, a follow-up, a steer that came too late) and, when a
 * process is gone between two of them, several processes; it ends once.
 *
 * One step. An input that means nothing in a phase changes nothing: late events of an ended prompt are such. */
export function step(state: MachineState, input: Input): Step {
  if (state.phase === 'ended') return { state, effects: [] };
  if (input.type === 'taken-over') return stay({ ...state, untried: true });
  // A waiting process that died unnoticed is replaced, by what its exit brings next.
  if (input.type === 'settled' && input.byExit && state.untried && state.phase !== 'stopping') return stay(state);
  if (input.type === 'heard') return state.untried ? stay({ ...state, untried: false }) : stay(state);
  if (input.type === 'follow-up')
    return stay(state.phase === 'stopping' ? state : withPrompt(state, input.text, 'follow-up'));
  if (input.type === 'missed') return stay(state.phase === 'stopping' ? state : withPrompt(state, input.text, 'steer'));
  if (input.type === 'broken' && state.phase !== 'queued') return broken(state, input.failure);
  return TABLE[state.phase](state, input);
}

const TABLE: Record<Exclude<Phase, 'ended'>, (state: MachineState, input: Input) => Step> = {
  queued(state, input) {
    switch (input.type) {
      case 'admitted':
        return to({ ...state, phase: 'starting' }, { do: 'launch' });
      case 'broken':
        return finish(state, { status: 'failed', ending: 'never-started', failure: input.failure });
      case 'stop':
        return finish(state, { status: statusOf(input.reason), ending: 'never-started', reason: input.reason });
      case 'redirect':
        return stay(withPrompt(state, input.text, 'steer'));
      default:
        return stay(state);
    }
  },

  starting(state, input) {
    switch (input.type) {
      case 'ready':
        return prompt(state);
      case 'settled':
        return finish(state, { status: 'failed', ending: endingOf(state), failure: input.failure ?? NO_HANDSHAKE });
      case 'gone':
        if (state.untried) return to({ ...state, untried: false }, { do: 'launch', again: true });
        return finish(state, { status: 'failed', ending: endingOf(state), failure: input.failure });
      case 'stop':
        // Nothing to be polite about: the agent has not been asked for anything yet.
        return to({ ...state, phase: 'stopping', reason: input.reason }, { do: 'kill' });
      case 'ready-deadline':
        return to({ ...state, phase: 'stopping', reason: 'not-ready' }, { do: 'kill' });
      case 'redirect':
        return stay(withPrompt(state, input.text, 'steer'));
      default:
        return stay(state);
    }
  },

  running(state, input) {
    switch (input.type) {
      case 'settled':
        if (input.outcome === 'failed')
          return finish(state, { status: 'failed', ending: closing(input), failure: input.failure ?? UNNAMED });
        if (state.pending.length > 0) return to({ ...state, phase: 'between' }, { do: 'await-ready' });
        if (input.outcome === 'completed') return finish(state, { status: 'completed', ending: 'closed' });
        return finish(state, { status: 'interrupted', ending: closing(input), failure: STOPPED_ITSELF });
      case 'gone':
        if (state.untried) {
          // The process died before it took the prompt in: the same prompt goes to a new one.
          const pending = state.current ? [state.current, ...state.pending] : state.pending;
          const again = { ...state, phase: 'starting' as const, untried: false, pending, prompted: state.prompted - 1 };
          return to(again, { do: 'launch', again: true });
        }
        return finish(state, { status: 'failed', ending: 'cut-off', failure: input.failure });
      case 'stop':
        return to({ ...state, phase: 'stopping', reason: input.reason }, { do: 'interrupt' }, { do: 'await-stop' });
      case 'redirect':
        return to(
          { ...withPrompt(state, input.text, 'steer'), phase: 'redirecting' },
          { do: 'interrupt' },
          { do: 'await-stop' },
        );
      default:
        return stay(state);
    }
  },

  redirecting(state, input) {
    switch (input.type) {
      case 'settled':
        // Gone instead of stopped: the next input says so, and a new process goes on.
        if (input.byExit) return stay(state);
        if (input.outcome === 'failed')
          return finish(state, { status: 'failed', ending: 'closed', failure: input.failure ?? UNNAMED });
        return to({ ...state, phase: 'between' }, { do: 'await-ready' });
      case 'gone':
        return to({ ...state, phase: 'starting' }, { do: 'launch' });
      case 'stop':
        return to({ ...state, phase: 'stopping', reason: input.reason }, { do: 'interrupt' }, { do: 'await-stop' });
      case 'redirect':
        return stay(withPrompt(state, input.text, 'steer'));
      case 'grace-over':
        return to(state, { do: 'kill' });
      default:
        return stay(state);
    }
  },

  between(state, input) {
    switch (input.type) {
      case 'ready':
        return prompt(state);
      case 'gone':
        return to({ ...state, phase: 'starting' }, { do: 'launch' });
      case 'settled':
        return finish(state, { status: 'failed', ending: 'closed', failure: input.failure ?? UNNAMED });
      case 'ready-deadline':
        return to(state, { do: 'kill' });
      case 'stop':
        return finish(state, { status: statusOf(input.reason), ending: 'closed', reason: input.reason });
      case 'redirect':
        return stay(withPrompt(state, input.text, 'steer'));
      default:
        return stay(state);
    }
  },

  stopping(state, input) {
    const reason = state.reason ?? 'aborted';
    switch (input.type) {
      case 'settled':
        // What the wire says counts: a stop that came too late hit a finished prompt. A deadline is a failure all the same.
        if (input.outcome === 'completed' && reason !== 'timeout' && state.prompted > 0) {
          return finish(state, { status: 'completed', ending: 'closed' });
        }
        return finish(state, {
          status: statusOf(reason),
          ending: state.prompted > 0 ? closing(input) : 'never-started',
          reason,
        });
      case 'gone':
        return finish(state, { status: statusOf(reason), ending: endingOf(state), reason });
      case 'grace-over':
        return to(state, { do: 'kill' });
      default:
        return stay(state);
    }
  },
};

const NO_HANDSHAKE: Failure = { class: 'protocol', message: 'the handshake failed' };
const UNNAMED: Failure = { class: 'agent', message: 'the agent reported a failure without a reason' };
const STOPPED_ITSELF: Failure = { class: 'agent', message: 'the agent interrupted its own work' };

function stay(state: MachineState): Step {
  return { state, effects: [] };
}

function to(state: MachineState, ...effects: Effect[]): Step {
  return { state, effects };
}

function finish(state: MachineState, verdict: Verdict): Step {
  return { state: { ...state, phase: 'ended' }, effects: [{ do: 'finish', verdict }] };
}

function broken(state: MachineState, failure: Cause): Step {
  const ending = state.prompted > 0 ? 'cut-off' : 'never-started';
  return finish(state, { status: 'failed', ending, failure });
}

function prompt(state: MachineState): Step {
  const [next, ...pending] = state.pending;
  if (!next) return stay(state);
  return to(
    { ...state, phase: 'running', pending, prompted: state.prompted + 1, current: next },
    { do: 'prompt', prompt: next },
  );
}

/** Messages that were meant for the running prompt come before those that were to follow it. */
function withPrompt(state: MachineState, text: string, kind: 'steer' | 'follow-up'): MachineState {
  const added: PendingPrompt = { text, kind };
  if (kind === 'follow-up') return { ...state, pending: [...state.pending, added] };
  const at = state.pending.findIndex((waiting) => waiting.kind === 'follow-up');
  const index = at < 0 ? state.pending.length : at;
  return { ...state, pending: [...state.pending.slice(0, index), added, ...state.pending.slice(index)] };
}

/** A wire that was ended by its process did not close itself, whatever its codec makes of it. */
function closing(input: { readonly byExit?: boolean }): Verdict['ending'] {
  return input.byExit ? 'cut-off' : 'closed';
}

function endingOf(state: MachineState): Verdict['ending'] {
  return state.prompted > 0 ? 'cut-off' : 'never-started';
}

function statusOf(reason: StopReason): Verdict['status'] {
  return reason === 'timeout' || reason === 'not-ready' ? 'failed' : 'interrupted';
}
