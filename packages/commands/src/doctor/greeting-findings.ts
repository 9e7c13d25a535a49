import type { AgentInspection } from '@agentmount/core';
import type { CommandAgent } from '../shared/command-call.js';
import type { Finding } from './finding.js';

/** What the agent's start told: the handshake, the login, the models, and what a waiting process takes. */
export function greetingFindings(inspection: AgentInspection, agent: CommandAgent, prefix: string): readonly Finding[] {
  if (inspection.path === undefined) return [];
  return [
    handshake(inspection, prefix),
    login(inspection, agent),
    ...models(inspection, agent),
    ...spares(inspection, agent, prefix),
  ];
}

function handshake({ handshakeMs, failure }: AgentInspection, prefix: string): Finding {
  if (handshakeMs !== undefined)
    return { about: 'handshake', status: 'ok', text: `ready for a prompt after ${handshakeMs} ms` };
  if (failure === undefined) {
    return { about: 'handshake', status: 'note', text: 'not tried: its adapter has no question that costs nothing' };
  }
  if (failure.class === 'auth') return { about: 'handshake', status: 'note', text: 'not reached without a login' };
  return {
    about: 'handshake',
    status: 'problem',
    text: `it was never ready for a prompt: ${failure.message}`,
    next: remedyOf(failure) ?? `start it by hand to see why, or give it more time with ${prefix}MODELS_TIMEOUT_MS`,
  };
}

function login({ handshakeMs, failure, models }: AgentInspection, { adapter }: CommandAgent): Finding {
  const about = 'login';
  const next = remedyOf(failure) ?? `start "${adapter.executable.command}" in a terminal and log in`;
  if (failure?.class === 'auth') return { about, status: 'problem', text: failure.message, next };
  if (handshakeMs === undefined) return { about, status: 'note', text: 'could not be asked' };
  if (models?.length === 0) {
    return { about, status: 'problem', text: 'it knows no model, as when nobody is logged in', next };
  }
  // No agent says before the first prompt whether its provider takes the key.
  return { about, status: 'ok', text: 'nothing asks for one; whether a key is accepted shows at the first prompt' };
}

function models({ handshakeMs, failure, models: found }: AgentInspection, { settings }: CommandAgent): Finding[] {
  const about = 'models';
  if (handshakeMs === undefined) return [];
  if (found === undefined) {
    const text = `they could not be listed: ${failure?.message ?? 'it gave no reason'}`;
    const next = remedyOf(failure);
    return [
      { about, status: failure?.class === 'auth' ? 'problem' : 'note', text, ...(next !== undefined && { next }) },
    ];
  }
  const wanted = settings.runner.model;
  if (wanted !== undefined && found.length > 0 && !found.some(({ id }) => id === wanted)) {
    return [
      {
        about,
        status: 'note',
        text: `${found.length}, and the default ${wanted} is not among them`,
        next: `name one of ${listed(found.map(({ id }) => id))}`,
      },
    ];
  }
  const current = wanted ?? found.find((model) => model.current === true)?.id;
  const which = current === undefined ? '' : `, ${current} by default`;
  return [{ about, status: found.length === 0 ? 'problem' : 'ok', text: `${found.length} can be used${which}` }];
}

function spares({ memoryBytes }: AgentInspection, { settings }: CommandAgent, prefix: string): Finding[] {
  const { spares: most, keepMs, wrapKind } = settings.runner;
  if (wrapKind === 'remote') return [{ about: 'waiting', status: 'ok', text: 'no process waits on another machine' }];
  const each = memoryBytes === undefined ? '' : `, about ${Math.round(memoryBytes / 1_000_000)} MB each`;
  const kept = keepMs === 0 ? '' : `; a session's process stays for ${keepMs} ms after its turn (${prefix}KEEP_MS)`;
  const text =
    most === 0
      ? `no process waits for the next call (${prefix}SPARES=0), so that each one begins with a handshake`
      : `after a turn, ${most === 1 ? 'a process waits' : `up to ${most} processes wait`} for the next call of each server${each} (${prefix}SPARES=0: none)`;
  return [{ about: 'waiting', status: 'ok', text: text + kept }];
}

function remedyOf(failure: AgentInspection['failure']): string | undefined {
  return failure !== undefined && 'remedy' in failure ? failure.remedy : undefined;
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).join(', ');
  return ids.length > 5 ? `${shown}, … (${ids.length})` : shown;
}
