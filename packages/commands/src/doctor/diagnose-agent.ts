import { dirname } from 'node:path';
import { type AgentInspection, inspectAgent } from '@agentmount/core';
import { changedSettings, variablePrefix } from '@agentmount/server';
import type { CommandAgent, CommandIo } from '../shared/command-call.js';
import type { Finding } from './finding.js';
import { greetingFindings } from './greeting-findings.js';

/** How one agent stands. */
export interface Diagnosis {
  readonly agent: string;
  readonly title: string;
  readonly findings: readonly Finding[];
  /** The figures behind the findings, for programs. */
  readonly facts: {
    readonly path?: string;
    readonly version?: string;
    readonly handshake_ms?: number;
    readonly waiting_process_bytes?: number;
    readonly models?: readonly string[];
  };
}

/** Looks at one agent, and says of everything that matters how it stands. */
export async function diagnoseAgent(agent: CommandAgent, io: CommandIo): Promise<Diagnosis> {
  const { adapter, settings, problems = [], fatal = [] } = agent;
  const { environment, home, cwd } = io;
  const prefix = variablePrefix(adapter);
  const inspection = await inspectAgent({
    adapter,
    settings: settings.runner,
    cwd,
    environment,
    home,
    variablePrefix: prefix,
  });
  const { path, version, handshakeMs, memoryBytes, models } = inspection;
  return {
    agent: adapter.name,
    title: adapter.title,
    findings: [
      programFinding(inspection, agent, prefix),
      ...versionFindings(inspection, agent),
      ...greetingFindings(inspection, agent, prefix),
      folderFinding(inspection, agent, prefix),
      ...settingFindings(agent, home),
      ...problems.map((text): Finding => ({ about: 'settings', status: 'note', text: withoutStop(text) })),
      ...fatal.map((text): Finding => ({ about: 'settings', status: 'problem', text: withoutStop(text) })),
    ],
    facts: {
      ...(path !== undefined && { path }),
      ...(version !== undefined && { version }),
      ...(handshakeMs !== undefined && { handshake_ms: handshakeMs }),
      ...(memoryBytes !== undefined && { waiting_process_bytes: memoryBytes }),
      ...(models !== undefined && { models: models.map(({ id }) => id) }),
    },
  };
}

function programFinding({ path, notFound }: AgentInspection, agent: CommandAgent, prefix: string): Finding {
  const about = 'program';
  if (path === undefined) return { about, status: 'problem', text: withoutStop(notFound ?? 'it was not found') };
  const { bin, wrap, wrapKind } = agent.settings.runner;
  const how = bin === undefined ? 'found on the PATH' : `named by ${prefix}BIN`;
  const where = wrapKind === 'remote' ? `on another machine, through ${wrap[0]}` : how;
  return { about, status: 'ok', text: `${path}, ${where}` };
}

function versionFindings({ path, version, isTested }: AgentInspection, { adapter, settings }: CommandAgent): Finding[] {
  if (path === undefined) return [];
  const about = 'version';
  const { from, below } = adapter.executable.tested;
  const range = `${from} up to below ${below}`;
  if (version === undefined) {
    const why = settings.runner.wrapKind === 'remote' ? 'it runs on another machine' : 'it does not tell one';
    return [{ about, status: 'note', text: `unknown, because ${why}; tested were ${range}` }];
  }
  if (isTested) return [{ about, status: 'ok', text: `${version}, inside the tested range (${range})` }];
  return [
    {
      about,
      status: 'note',
      text: `${version}, outside the tested range (${range})`,
      next: `if something looks wrong, install a tested version first: ${adapter.executable.install}@${from}`,
    },
  ];
}

function folderFinding({ folderProblem }: AgentInspection, { settings }: CommandAgent, prefix: string): Finding {
  const folder = dirname(settings.runner.statePath);
  if (folderProblem === undefined) return { about: 'state', status: 'ok', text: `${folder} can be written` };
  return {
    about: 'state',
    status: 'problem',
    text: `${folder} cannot be used: ${folderProblem.cause}`,
    next: `${folderProblem.remedy}, or point ${prefix}STATE at a file in another folder; until then sessions are forgotten and nothing is shared between servers`,
  };
}

function settingFindings({ adapter, settings }: CommandAgent, home: string): Finding[] {
  const changed = changedSettings(adapter, settings, home);
  if (changed.length === 0) return [{ about: 'settings', status: 'ok', text: 'all at their defaults' }];
  return changed.map((one) => ({
    about: 'settings',
    status: 'ok',
    text: `${one.name}=${one.value} (default ${one.default})`,
  }));
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
