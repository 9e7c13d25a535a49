import type { NewSessionRequest, ResumeSessionRequest } from '@agentclientprotocol/sdk';
import type { Action, Failure, Task } from '@agentmount/core';
import { asWord, METHOD_NOT_FOUND } from '@agentmount/core';
import { failureOf, readProblem, sentence } from './failures.js';
import type { Handshake } from './handshake.js';
import type { AcpProfile, SessionValue } from './profile.js';
import { modelHint, type OpenSession, openSession, type Setting } from './session.js';
import { type AgentMethod, sessionField } from './wire.js';

/** A request that the opening makes. */
export type OpeningErrand =
  /** `id`: the session that is continued; absent: a new one. */
  | { readonly for: 'open'; readonly method: AgentMethod; readonly id?: string }
  | { readonly for: 'set'; readonly setting: Setting };

/** How far it is. */
export type OpeningStep =
  | { readonly state: 'asks'; readonly errand: OpeningErrand; readonly method: AgentMethod; readonly params: object }
  | { readonly state: 'open'; readonly session: OpenSession }
  /** `spent`: the process cannot be trusted with another prompt. */
  | { readonly state: 'failed'; readonly failure: Failure; readonly spent: boolean };

/** The sessions of one process: opens the one that a prompt wants, and sets for it what the prompt wants, one request at a time. */
export interface SessionOpening {
  readonly session: OpenSession | undefined;
  /** What the agent refused and was asked for all the same; handed out once. */
  takeNotices(): Action[];
  begin<Options>(task: Task<Options>): OpeningStep;
  /** Opens a new session and sets nothing. */
  beginNew(cwd: string): OpeningStep;
  reply(errand: OpeningErrand, result: unknown, error: unknown): OpeningStep;
}

export function createSessionOpening<Options>(
  profile: AcpProfile<Options>,
  handshake: () => Pick<Handshake, 'resumes' | 'loads' | 'images'>,
): SessionOpening {
  let session: OpenSession | undefined;
  let cwd = '/';
  let wanted: readonly SessionValue[] = [];
  let settings: Setting[] = [];
  let notices: Action[] = [];
  /** Agents that list a method and do not have it. */
  let noResume = false;

  function asks(errand: OpeningErrand, method: AgentMethod, params: object): OpeningStep {
    return { state: 'asks', errand, method, params };
  }

  function open(id: string | undefined): OpeningStep {
    if (id === undefined) {
      const params: NewSessionRequest = { cwd, mcpServers: [] };
      return asks({ for: 'open', method: 'session/new' }, 'session/new', params);
    }
    const { resumes, loads } = handshake();
    const method = resumes && !noResume ? 'session/resume' : loads ? 'session/load' : undefined;
    if (method === undefined) {
      const message = `${profile.agent} cannot continue a session over ${profile.transport}`;
      return { state: 'failed', failure: { class: 'session-unknown', message }, spent: false };
    }
    const params: ResumeSessionRequest = { sessionId: id, cwd, mcpServers: [] };
    return asks({ for: 'open', method, id }, method, params);
  }

  function configure(open: OpenSession): OpeningStep {
    settings = [...open.settings(wanted)];
    return next(open);
  }

  function next(open: OpenSession): OpeningStep {
    const setting = settings.shift();
    return setting === undefined
      ? { state: 'open', session: open }
      : asks({ for: 'set', setting }, setting.method, setting.params);
  }

  function opened(errand: OpeningErrand & { for: 'open' }, result: unknown, error: unknown): OpeningStep {
    if (error !== undefined) {
      if (errand.method === 'session/resume' && readProblem(error).code === METHOD_NOT_FOUND && handshake().loads) {
        noResume = true;
        return open(errand.id);
      }
      const failure = failureOf(profile, error, errand.id === undefined ? 'open' : 'continue');
      return { state: 'failed', failure, spent: false };
    }
    const id = errand.id ?? asWord(sessionField(result, 'sessionId'));
    if (id === undefined || !profile.sessionId.test(id)) {
      const message = `${profile.agent} opened a session and gave no id that could be one of its`;
      return { state: 'failed', failure: { class: 'protocol', message }, spent: true };
    }
    session = openSession(profile, id, result);
    return configure(session);
  }

  function set(errand: OpeningErrand & { for: 'set' }, result: unknown, error: unknown): OpeningStep {
    const { setting } = errand;
    // Only an open session has settings on their way.
    const current = session as OpenSession;
    if (error === undefined) {
      current.applied(setting);
      current.changed(result);
      return next(current);
    }
    const { wanted: value } = setting;
    if (value.set === 'option' && value.notice !== undefined) {
      notices.push({ type: 'notice', level: 'warning', text: value.notice(sentence(readProblem(error).text)) });
      return next(current);
    }
    const failure = failureOf(profile, error, 'set');
    if (value.set !== 'model') return { state: 'failed', failure, spent: false };
    const hint = modelHint(profile, current.models);
    const model: Failure = {
      class: 'model',
      message: failure.message,
      ...(hint === undefined ? {} : { remedy: hint }),
    };
    const isModel = failure.class === 'agent' || failure.class === 'model';
    return { state: 'failed', failure: isModel ? model : failure, spent: false };
  }

  return {
    get session() {
      return session;
    },
    takeNotices() {
      const taken = notices;
      notices = [];
      return taken;
    },
    begin(task) {
      cwd = task.cwd;
      notices = [];
      if (task.images !== undefined && task.images.length > 0 && !handshake().images) {
        const message = `this ${profile.agent} takes no pictures over ${profile.transport}`;
        return { state: 'failed', failure: { class: 'agent', message }, spent: false };
      }
      const values = profile.values?.(task as Task<never>) ?? [];
      wanted = task.model === undefined ? values : [{ set: 'model', value: task.model }, ...values];
      if (session !== undefined && (task.session === undefined || task.session === session.id))
        return configure(session);
      return open(task.session);
    },
    beginNew(directory) {
      cwd = directory;
      wanted = [];
      return open(undefined);
    },
    reply(errand, result, error) {
      return errand.for === 'open' ? opened(errand, result, error) : set(errand, result, error);
    },
  };
}
