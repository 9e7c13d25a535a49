import { defineAdapter, type Setup } from '@agentmount/core';
import { printCodec } from './codec-print.js';
import { rpcCodec } from './codec-rpc.js';
import { piHistory } from './history.js';
import { launchPlan } from './launch.js';
import { type PiOptions, piOptions } from './options.js';
import { settingsFile } from './session-dir.js';
import { SESSION_ID } from './session-id.js';
import { staleFiles } from './stale-files.js';
import { refuseTools } from './tool-names.js';

/** pi, the coding agent of `@earendil-works/pi-coding-agent`, over its rpc mode or in one shot. Observed with pi 1.6.0. */
export const piAdapter = defineAdapter<PiOptions>({
  name: 'pi',
  title: 'pi',
  executable: {
    command: 'pi',
    install: 'npm i -g @earendil-works/pi-coding-agent',
    versionArgs: ['--version'],
    tested: { from: '1.6.0', below: '1.7.0' },
  },
  options: piOptions,
  optionDefaults: [{ variable: 'THINKING', option: 'thinking' }],
  transports: [
    { name: 'rpc', launch: (setup, session) => launchPlan('rpc', setup, session), codec: rpcCodec, images: true },
    {
      name: 'print',
      launch: (setup, session) => launchPlan('print', setup, session),
      codec: printCodec,
      presetsSession: true,
      refuses: { images: 'pi takes pictures in one shot only from files that it finds itself' },
    },
  ],
  sessionId: SESSION_ID,
  unknownSession: 'fresh',
  modelColumns: [
    { key: 'provider', title: 'provider' },
    { key: 'id', title: 'model' },
    { key: 'contextWindow', title: 'context' },
    { key: 'maxOutput', title: 'max output' },
    { key: 'thinking', title: 'thinking' },
    { key: 'images', title: 'images' },
  ],
  texts: {
    about: 'pi, a command-line coding agent with its own model, context and read, bash, edit and write tools.',
    danger:
      'pi asks nobody: by default it edits files and runs shell commands as you. For analysis pass tools or no_tools.',
  },
  defaults: { timeoutMs: 0, maxSessions: 1000, stopWord: 'ABORT' },
  // Facts about the session of an outer pi whose shell started us; programs that our pi starts would take them for its own.
  removesVariables: ['PI_SESSION_ID', 'PI_SESSION_FILE', 'PI_PROVIDER', 'PI_MODEL', 'PI_REASONING_LEVEL'],
  refuses,
  reads: (machine, cwd) => (machine.environment.PI_CODING_AGENT_SESSION_DIR ? [] : [settingsFile(machine, cwd)]),
  staleFiles,
  history: piHistory,
});

function refuses({ options }: Setup<PiOptions>): string | undefined {
  if (options.tools === undefined) return undefined;
  if (options.no_tools === true) return 'tools and no_tools exclude each other; pass one of them';
  return refuseTools(options.tools);
}
