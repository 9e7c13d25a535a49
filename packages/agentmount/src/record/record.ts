import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type AgentAdapter, type Transport, traitsOf } from '@agentmount/core';
import { formatTranscript, replayTranscript, type Transcript } from '@agentmount/core/testing';
import { type LoadedAgent, loadAgents } from '../agents/load-agents.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { CommandCall } from '../program/command.js';
import type { CommandIo } from '../program/command-io.js';
import { type ReadWords, readWords } from '../program/read-words.js';
import { takeFlag } from '../program/take-flag.js';
import { UsageError } from '../program/usage-error.js';
import { optionFlags, readOptions } from '../run/option-flags.js';
import { recordFlags } from './record-flags.js';
import { recordHelp } from './record-help.js';
import { recordScene, type Stage } from './record-scene.js';
import { type Scene, type ScenePrompts, scenes } from './scenes.js';

const PROMPTS = {
  plain: 'Answer with the word "ready" and nothing else.',
  long: 'Count from 1 to 300 in words, one number a line, without using a tool.',
  steer: 'Stop counting and say "done".',
};

/** `agentmount record AGENT FOLDER`: records transcripts of a real agent for the tests of its adapter, scrubbed. */
export async function record({ args, io, manifest }: CommandCall): Promise<number> {
  const [agent, ...others] = args;
  if (agent === undefined || agent === '--help' || agent === '-h') {
    (agent === undefined ? io.stderr : io.stdout).write(recordHelp());
    return agent === undefined ? 2 : 0;
  }
  if (agent.startsWith('-')) throw new UsageError(`the agent comes first: ${manifest.name} record AGENT ${agent} …`);
  const { value, rest } = takeFlag(others, configurationFlag);
  const log = (line: string) => void io.stderr.write(`${manifest.name}: ${line}\n`);
  const [loaded] = await loadAgents([agent], await readConfiguration(io, value), io, log);
  if (loaded === undefined) return 2;
  const own = optionFlags(
    loaded.adapter,
    recordFlags.map(({ name }) => name),
  );
  const read = readWords(rest, [...recordFlags, ...own]);
  if (read.asksHelp) {
    io.stdout.write(recordHelp(loaded.adapter, own));
    return 0;
  }
  const [folder, ...more] = read.words;
  if (folder === undefined || more.length > 0) {
    throw new UsageError(`name one folder for the transcripts: ${manifest.name} record ${agent} test/transcripts`);
  }
  return recordAll(loaded, resolve(io.cwd, folder), read, readOptions(read, own), io);
}

async function recordAll(
  { adapter, settings }: LoadedAgent,
  folder: string,
  read: ReadWords,
  given: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<number> {
  const wanted = chosen('scene', read, scenes);
  const transports = chosen('transport', read, adapter.transports);
  const prompts = scenePrompts(read);
  const work = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-record-'));
  await mkdir(folder, { recursive: true });
  let code = 0;
  try {
    for (const transport of transports) {
      const stage: Stage = {
        ...{ adapter, io, cwd: work, prompts, model: read.value('model') ?? settings.runner.model },
        bin: settings.runner.bin,
        options: parsedOptions(adapter, transport, settings.runner.options, given),
        proseKeys: read.values('prose'),
      };
      if (!(await recordTransport(stage, transport, wanted, folder))) code = 1;
    }
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  io.stdout.write('Read each file before you publish it: what is private in your setup, only you can know.\n');
  return code;
}

/** Says what became of each scene; returns whether all were recorded. */
async function recordTransport(
  stage: Stage,
  transport: Transport,
  wanted: readonly Scene[],
  folder: string,
): Promise<boolean> {
  const { adapter, io, prompts } = stage;
  const traits = traitsOf(adapter, transport);
  let session: string | undefined;
  let complete = true;
  for (const scene of scenes) {
    const isWanted = wanted.includes(scene);
    const isNeeded = scene.name === 'plain' && wanted.some(({ resumes }) => resumes === true);
    if ((!isWanted && !isNeeded) || (scene.trait !== undefined && !traits[scene.trait])) continue;
    const name = `${transport.name}-${scene.name}`;
    if (scene.trait === 'asks' && prompts.ask === undefined) {
      io.stdout.write(`${name}: left out, since --ask gives no prompt that makes ${adapter.title} ask\n`);
      continue;
    }
    try {
      if (scene.resumes === true && session === undefined) throw new Error('no session is there to be continued');
      const found = await recordScene(stage, transport.name, scene, scene.resumes ? session : undefined);
      if (scene.name === 'plain') session = sessionOf(adapter, found);
      if (!isWanted) continue;
      const file = join(folder, `${name}.jsonl`);
      await writeFile(file, formatTranscript(found));
      io.stdout.write(`${name}: ${found.lines.length} lines, ${endsOf(adapter, found)}: ${file}\n`);
    } catch (error) {
      complete = false;
      io.stderr.write(`${name}: not recorded: ${(error as Error).message}\n`);
    }
  }
  return complete;
}

function sessionOf(adapter: AgentAdapter, transcript: Transcript): string | undefined {
  const { events } = replayTranscript({ adapter, transcript, compare: false });
  return events.flatMap((event) => (event.type === 'session' ? [event.id] : [])).at(-1);
}

function endsOf(adapter: AgentAdapter, transcript: Transcript): string {
  const { settled } = replayTranscript({ adapter, transcript, compare: false });
  return settled.map(({ outcome, failure }) => failure?.message ?? outcome).join(', ') || 'no prompt';
}

function scenePrompts(read: ReadWords): ScenePrompts {
  const ask = read.value('ask');
  return {
    plain: read.value('plain') ?? PROMPTS.plain,
    long: read.value('long') ?? PROMPTS.long,
    steer: read.value('steer') ?? PROMPTS.steer,
    ...(ask !== undefined && { ask }),
  };
}

/** A default that a transport refuses does not stand in its way; what was given by a flag does. */
function parsedOptions(
  adapter: AgentAdapter,
  { name, refuses = {} }: Transport,
  defaults: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): unknown {
  const refused = Object.keys(given).find((option) => option in refuses);
  if (refused !== undefined) {
    throw new UsageError(`${refused} is not possible on transport ${name} (${refuses[refused]}); name a --transport.`);
  }
  const fitting = Object.entries(defaults).filter(([option]) => !(option in refuses));
  const parsed = adapter.options.safeParse({ ...Object.fromEntries(fitting), ...given });
  if (parsed.success) return parsed.data;
  throw new UsageError(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`));
}

/** Those that a flag names, else all. */
function chosen<Named extends { readonly name: string }>(
  flag: string,
  read: ReadWords,
  all: readonly Named[],
): readonly Named[] {
  const names = read.values(flag);
  const wrong = names.find((name) => !all.some((one) => one.name === name));
  if (wrong !== undefined) {
    throw new UsageError(`--${flag} ${wrong}: there are ${all.map(({ name }) => name).join(', ')}.`);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}
