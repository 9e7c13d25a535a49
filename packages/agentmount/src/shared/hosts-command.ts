import { realpathSync } from 'node:fs';
import { hosts, ownServer } from '@agentmount/commands';
import { everyAgent } from '../agents/every-agent.js';
import { installedAgents } from '../agents/installed-agents.js';
import { loadAgents } from '../agents/load-agents.js';
import type { Configuration } from '../configuration/configuration.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { CommandCall } from '../program/command.js';
import type { CommandIo } from '../program/command-io.js';
import type { Flag } from '../program/flag.js';
import { takeFlag } from '../program/take-flag.js';
import { UsageError } from '../program/usage-error.js';

const agentsFlag: Flag = { name: 'agents', takes: 'AGENT,…', meaning: 'the agents that the host gets' };

/** `agentmount hosts`: has hosts start `agentmount serve` with the agents that are named, else with those of the configuration file, else with those that are installed. */
export async function hostsCommand({ args, io, manifest }: CommandCall): Promise<number> {
  const configured = takeFlag(args, configurationFlag);
  const wanted = takeFlag(configured.rest, agentsFlag);
  const asksHelp = args.includes('--help') || args.includes('-h');
  const configuration = await readConfiguration(io, configured.value);
  const served = asksHelp ? [] : await servedWords(wanted.value, configuration, io);
  const file = configured.value === undefined ? [] : [`--${configurationFlag.name}`, configuration.file];
  const { platform, execPath: node, argv } = process;
  const program = { name: manifest.name, script: realpathSync(argv[1] ?? ''), node, platform };
  const server = ownServer(program, manifest.name, ['serve', ...served, ...file]);
  const code = await hosts({ program: manifest.name, args: wanted.rest, io, agents: [], platform, server });
  if (asksHelp) io.stdout.write(`\n${MORE_HELP}\n`);
  return code;
}

async function servedWords(
  wanted: string | undefined,
  configuration: Configuration,
  io: CommandIo,
): Promise<readonly string[]> {
  if (wanted !== undefined) {
    const words = wanted.split(',').filter((word) => word !== '');
    await loadAgents(words, configuration, io, () => undefined);
    if (words.length > 0) return words;
  }
  // The host then serves what the file says at the time.
  if (wanted === undefined && configuration.serve.length > 0) return [];
  const installed = await installedAgents((await everyAgent(configuration, io)).agents, io);
  if (installed.length === 0) throw new UsageError('no agent is installed here; name those to serve: --agents qwen,pi');
  return installed.map(({ adapter }) => adapter.name);
}

const MORE_HELP = [
  '--agents qwen,pi names the agents to serve; without it they are those under "serve" in the configuration file, else',
  'those that are installed. --config FILE names another configuration file, for the host too.',
].join('\n');
