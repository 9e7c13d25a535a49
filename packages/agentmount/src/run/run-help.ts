import type { AgentAdapter } from '@agentmount/core';
import { builtInAgents } from '../agents/built-in-agents.js';
import { commandHelp } from '../program/command-help.js';
import type { Flag } from '../program/flag.js';
import { exitCodes } from './exit-code.js';
import { runFlags } from './run-flags.js';

/** What `run --help` prints; with an agent, its own flags too. */
export function runHelp(adapter?: AgentAdapter, own: readonly Flag[] = []): string {
  const name = adapter?.name ?? 'AGENT';
  return commandHelp({
    usage: `agentmount run ${name} [TASK] [FLAG…]`,
    paragraphs: [
      [
        'Gives the agent a task, shows on stderr how it goes on, and prints its answer on stdout and nothing else.',
        'The task is read from stdin for -, or when there is none and stdin is no terminal.',
      ].join('\n'),
      adapter === undefined
        ? `AGENT is one of ${[...builtInAgents.keys()].join(', ')}, or what "agentmount serve" takes; its own flags: agentmount run qwen --help`
        : `Caution: ${adapter.texts.danger.replace(/\.$/, '')}.`,
      'What the agent asks is asked on the terminal; without a terminal it is denied. Ctrl-C lets the agent stop,\nCtrl-C again ends it at once; nothing of it stays running.',
    ],
    flags: [...own, ...runFlags],
    lists: [{ title: 'Exit codes', rows: exitCodes.map(([code, meaning]) => [String(code), meaning] as const) }],
  });
}
