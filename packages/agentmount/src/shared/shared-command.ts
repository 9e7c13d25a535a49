import type { RunCommand as SharedCommand } from '@agentmount/commands';
import { everyAgent } from '../agents/every-agent.js';
import { configurationFlag } from '../configuration/configuration-flag.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import type { RunCommand } from '../program/command.js';
import { takeFlag } from '../program/take-flag.js';

/** A command that other programs have as well, about every agent that can be named here. It takes `--config FILE` beside its own words. */
export function sharedCommand(command: SharedCommand): RunCommand {
  return async ({ args, io, manifest }) => {
    const { value, rest } = takeFlag(args, configurationFlag);
    const { agents, problems } = await everyAgent(await readConfiguration(io, value), io);
    for (const problem of problems) io.stderr.write(`${manifest.name}: ${problem}\n`);
    return command({ program: manifest.name, args: rest, io, agents });
  };
}
