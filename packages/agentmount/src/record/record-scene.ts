import { readFile } from 'node:fs/promises';
import { type AgentAdapter, findExecutable, type Machine, type Setup } from '@agentmount/core';
import { recordTranscript, type Transcript } from '@agentmount/core/testing';
import type { CommandIo } from '../program/command-io.js';
import type { Scene, ScenePrompts } from './scenes.js';

/** Under what a scene is recorded. */
export interface Stage {
  readonly adapter: AgentAdapter;
  /** Path or name of the agent's program; absent: the adapter's own. */
  readonly bin: string | undefined;
  readonly io: CommandIo;
  /** Absolute: an empty directory for the agent to work in. */
  readonly cwd: string;
  readonly prompts: ScenePrompts;
  readonly model: string | undefined;
  /** Parsed by the adapter's schema. */
  readonly options: unknown;
  /** Fields of frames whose long texts are left out. */
  readonly proseKeys: readonly string[];
}

/** Fields in which agents carry prose of other people: system prompts, descriptions of tools, lists of commands. */
const PROSE = [
  ...['system', 'system_prompt', 'systemPrompt', 'instructions', 'base_instructions', 'user_instructions'],
  ...['description', 'inputSchema', 'input_schema', 'parameters'],
  ...['tools', 'commands', 'slash_commands', 'availableCommands', 'skills', 'agents', 'changelog'],
];
/** Longest text that stays in such a field, characters. */
const SHORT = 80;
/** How long the agent may be silent about what a scene waits for, ms. */
const PATIENCE = 180_000;

/**
 * Plays a scene with the real agent and returns what went over its wire, scrubbed.
 * @param session the one to continue
 */
export async function recordScene(
  { adapter, bin, io, cwd, prompts, model, options, proseKeys }: Stage,
  transport: string,
  scene: Scene,
  session: string | undefined,
): Promise<Transcript> {
  const { command, install } = adapter.executable;
  const executable = await findExecutable(bin ?? command, { environment: io.environment, install });
  const environment = agentEnvironment(adapter, io.environment);
  const setup: Setup = {
    transport,
    cwd,
    options,
    approvalMs: 300_000,
    machine: await machineFor(adapter, environment, io.home, cwd),
    ...(model !== undefined && { model }),
  };
  return recordTranscript({
    adapter,
    setup,
    executable,
    environment,
    note: scene.note,
    script: (agent) => scene.play(agent, prompts),
    scrub: { proseKeys: [...PROSE, ...proseKeys], proseLength: SHORT },
    patienceMs: PATIENCE,
    ...(session !== undefined && { session }),
  });
}

/** The person's own, without what would make the agent behave as if another one had started it. */
function agentEnvironment(
  { removesVariables = [] }: AgentAdapter,
  environment: CommandIo['environment'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !removesVariables.includes(name)));
}

async function machineFor(
  adapter: AgentAdapter,
  environment: Readonly<Record<string, string>>,
  home: string,
  cwd: string,
): Promise<Machine> {
  const facts = { platform: process.platform, home, environment };
  const paths = adapter.reads?.(facts, cwd) ?? [];
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(path, 'utf8').catch(() => undefined)] as const),
  );
  return {
    ...facts,
    files: Object.fromEntries(files.filter((file): file is readonly [string, string] => file[1] !== undefined)),
  };
}
