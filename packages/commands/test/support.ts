import type { AgentAdapter } from '@agentmount/core';
import { readSettings } from '@agentmount/server';
import type { CommandCall } from '../src/index.js';

/** What a command wrote, and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The surroundings of a command. */
export interface CallOptions {
  readonly args?: readonly string[];
  readonly adapters: readonly AgentAdapter[];
  /** The whole environment, `HOME` among it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Carries a command out as a program would, and takes down what it writes. */
export async function runCommand<Extra>(
  command: (call: CommandCall & Extra) => Promise<number>,
  options: CallOptions,
  extra: Extra,
): Promise<CommandResult> {
  const { args = [], adapters, env, cwd = '/' } = options;
  const home = env.HOME ?? '/';
  const stdout: string[] = [];
  const stderr: string[] = [];
  const io = {
    stdout: { write: (text: string) => stdout.push(text) },
    stderr: { write: (text: string) => stderr.push(text) },
    environment: env,
    home,
    cwd,
  };
  const agents = adapters.map((adapter) => ({ adapter, ...readSettings(adapter, { environment: env, home }) }));
  const code = await command({ program: 'tool', args, io, agents, ...extra });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}
