import { posix, win32 } from 'node:path';
import { createAcpTransport } from '@agentmount/acp';
import { type AgentAdapter, defineAdapter, type Machine } from '@agentmount/core';
import type { AcpAgentProfile } from './agent-profile.js';
import { engineProfile } from './engine-profile.js';
import { type AcpOptions, acpOptions } from './options.js';

const MINUTE_MS = 60_000;
const ANY_SESSION = '[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}';

/**
 * The adapter of an agent that speaks the Agent Client Protocol.
 * Throws a `TypeError` when the profile's name is none, and a `SyntaxError` when a pattern in it is no regular expression.
 */
export function defineAcpAdapter(agent: AcpAgentProfile): AgentAdapter<AcpOptions> {
  const sessionId = new RegExp(`^(?:${agent.sessionId ?? ANY_SESSION})$`);
  const { modes } = agent;
  return defineAdapter<AcpOptions>({
    name: agent.name,
    title: agent.title,
    executable: {
      command: agent.command,
      install: agent.install,
      versionArgs: agent.versionArgs ?? ['--version'],
      tested: agent.tested ?? { from: '0', below: '1000000' },
    },
    options: acpOptions(agent),
    ...(modes ? { optionDefaults: [{ variable: 'MODE', option: 'mode', invalid: modes.safe }] } : {}),
    transports: [createAcpTransport(engineProfile(agent, sessionId))],
    sessionId,
    unknownSession: 'fails',
    modelColumns: [
      { key: 'id', title: 'model' },
      { key: 'name', title: 'name' },
    ],
    texts: { about: agent.about, danger: agent.danger },
    ...(agent.resumesNextMinute && { resumableFrom: nextMinute }),
    staleFiles: (machine, cwd) => staleFiles(agent.staleFiles ?? [], machine, cwd),
  });
}

function nextMinute(createdAt: number): number {
  return (Math.floor(createdAt / MINUTE_MS) + 1) * MINUTE_MS;
}

function staleFiles(patterns: readonly string[], machine: Omit<Machine, 'files'>, cwd: string): readonly string[] {
  const path = machine.platform === 'win32' ? win32 : posix;
  return patterns.flatMap((pattern) => {
    const [first = '', ...rest] = pattern.split('/');
    const base = first === '~' ? machine.home : first.startsWith('$') ? machine.environment[first.slice(1)] : undefined;
    if (base !== undefined) return [path.join(base, ...rest)];
    return first.startsWith('$') ? [] : [path.join(cwd, pattern)];
  });
}
