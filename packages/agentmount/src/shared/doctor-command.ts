import { doctor } from '@agentmount/commands';
import { everyAgent } from '../agents/every-agent.js';
import { installedAgents } from '../agents/installed-agents.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { CommandCall } from '../program/command.js';
import { takeFlag } from '../program/take-flag.js';

/** `agentmount doctor`: about the agents that are named; else about those that are installed or stand in the configuration file, because nobody has them all. */
export async function doctorCommand({ args, io, manifest }: CommandCall): Promise<number> {
  const { value, rest } = takeFlag(args, configurationFlag);
  const configuration = await readConfiguration(io, value);
  const { agents: every, problems } = await everyAgent(configuration, io);
  const isNamed = every.some(({ adapter }) => rest.includes(adapter.name));
  const installed = new Set(await installedAgents(every, io));
  const chosen = every.filter((agent) => {
    const { name } = agent.adapter;
    return isNamed || installed.has(agent) || configuration.agents.has(name) || configuration.serve.includes(name);
  });
  const agents = chosen.length === 0 ? every : chosen;
  const code = await doctor({ program: manifest.name, args: rest, io, agents });
  for (const problem of problems) io.stderr.write(`${manifest.name} doctor: ${problem}\n`);
  return problems.length === 0 ? code : Math.max(code, 1);
}
