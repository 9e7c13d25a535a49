import type { AgentAdapter } from '@agentmount/core';
import { commandHelp } from '../program/command-help.js';
import type { OptionFlag } from '../run/option-flags.js';
import { recordFlags } from './record-flags.js';

/** What `agentmount record --help` says; with an agent, its own options as well. */
export function recordHelp(adapter?: AgentAdapter, own: readonly OptionFlag[] = []): string {
  return commandHelp({
    usage: `agentmount record ${adapter?.name ?? 'AGENT'} FOLDER [FLAG…]`,
    paragraphs: [
      [
        'For authors of adapters: plays short scenes with the real agent (an answer, a resumed session, an',
        'interrupt, a steer, approvals, the list of models, as far as the adapter declares them) and writes what',
        'went over its wire into FOLDER, one transcript a scene.',
      ].join('\n'),
      [
        'AGENT may be the absolute path of your adapter: agentmount record "$PWD/adapter.ts" transcripts',
        'The agent runs with your login, in an empty directory, and is paid for by you. Home, user and host name,',
        'secrets of the environment, keys, addresses and long prose of others are replaced in what is written.',
      ].join('\n'),
      'It exits with 0 when every scene was recorded, with 1 when one was not, and with 2 when a word is refused.',
    ],
    flags: [...recordFlags, ...own],
  });
}
