import { resolve } from 'node:path';
import { type AgentAdapter, Refusal, type TurnRequest } from '@agentmount/core';
import { loadAgents } from '../agents/load-agents.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { CommandCall } from '../program/command.js';
import type { CommandIo } from '../program/command-io.js';
import { type ReadWords, readWords } from '../program/read-words.js';
import { takeFlag } from '../program/take-flag.js';
import { UsageError } from '../program/usage-error.js';
import { exitCode } from './exit-code.js';
import { optionFlags, readOptions } from './option-flags.js';
import { printJson, printReport } from './print-report.js';
import { readTask } from './read-task.js';
import { refusalText } from './refusal-text.js';
import { runFlags } from './run-flags.js';
import { runHelp } from './run-help.js';
import { runTurn } from './run-turn.js';

/** `agentmount run AGENT [TASK]`: gives an agent a task, shows how it goes on, and prints the answer. */
export async function run({ args, io, manifest }: CommandCall): Promise<number> {
  const [agent, ...others] = args;
  if (agent === undefined || agent === '--help' || agent === '-h') {
    (agent === undefined ? io.stderr : io.stdout).write(runHelp());
    return agent === undefined ? 2 : 0;
  }
  if (agent.startsWith('-')) throw new UsageError(`the agent comes first: ${manifest.name} run qwen ${agent} …`);
  // Which flags there are depends on the agent, and what the agent is on the file.
  const { value, rest } = takeFlag(others, configurationFlag);
  const configuration = await readConfiguration(io, value);
  const log = (line: string) => void io.stderr.write(`${manifest.name}: ${line}\n`);
  const [loaded] = await loadAgents([agent], configuration, io, log);
  if (loaded === undefined) return 2;
  const { adapter } = loaded;
  const own = optionFlags(
    adapter,
    runFlags.map(({ name }) => name),
  );
  const read = readWords(rest, [...runFlags, ...own]);
  if (read.asksHelp) {
    io.stdout.write(runHelp(adapter, own));
    return 0;
  }
  const prompt = await readTask(read.words, io, `${manifest.name} run ${agent} "fix the failing test"`);
  try {
    const request = turnRequest(prompt, read, readOptions(read, own), io);
    const { report, signal } = await runTurn(loaded, request, io);
    await (read.has('json') ? printJson : printReport)(adapter.name, report, io);
    return exitCode(report, signal);
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return refused(error, adapter, read, io);
  }
}

function turnRequest(
  prompt: string,
  read: ReadWords,
  options: Readonly<Record<string, unknown>>,
  { cwd }: CommandIo,
): TurnRequest {
  const given = <Key extends string>(key: Key, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [Name in Key]?: string };
  const directory = read.value('cwd');
  const timeout = read.value('timeout-ms');
  return {
    prompt,
    ...given('session', read.value('resume')),
    ...given('cwd', directory === undefined ? undefined : resolve(cwd, directory)),
    ...given('model', read.value('model')),
    ...given('transport', read.value('transport')),
    ...given('systemPromptAppend', read.value('system-prompt-append')),
    ...(timeout === undefined ? {} : { timeoutMs: wholeNumber('timeout-ms', timeout) }),
    ...(read.has('image') ? { images: read.values('image').map((image) => imagePlace(image, cwd)) } : {}),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

function imagePlace(image: string, cwd: string): string {
  return image.startsWith('data:') ? image : resolve(cwd, image);
}

function wholeNumber(flag: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a whole number, but is ${JSON.stringify(text)}.`);
}

function refused(refusal: Refusal, adapter: AgentAdapter, read: ReadWords, io: CommandIo): number {
  const message = refusalText(refusal, adapter);
  if (read.has('json')) {
    const { code } = refusal;
    io.stdout.write(`${JSON.stringify({ agent: adapter.name, status: 'refused', cause: { class: code, message } })}\n`);
  }
  if (refusal.code === 'executable') {
    io.stderr.write(`agentmount run: ${message}\n`);
    return 3;
  }
  throw new UsageError(message);
}
