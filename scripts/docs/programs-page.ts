import { commands } from '../../packages/agentmount/src/commands.ts';
import { serverCommands } from '../../packages/commands/src/index.ts';
import type { AgentAdapter } from '../../packages/core/src/index.ts';
import { helpText } from '../../packages/server/src/program/help-text.ts';
import { block, code, page, table } from './markdown.ts';
import { agentmountHelp, commandHelp, manifestOf } from './program-help.ts';

/** Every program and every command with what it prints when it is asked for help. */
export async function programsPage(servers: readonly AgentAdapter[], agents: readonly AgentAdapter[]): Promise<string> {
  const parts = [
    'What follows is what the programs print when they are asked for help.',
    ...(await peoplesProgram(agents)),
    ...(await Promise.all(servers.map(serverProgram))).flat(),
    'The environment variables, which stand at the end of a help, have [a page of their own](variables.md).',
    table(
      ['exit code', 'of a server program'],
      [
        ['0', 'The host closed the connection; every turn was ended first.'],
        ['1', 'An error of its own, which is on stderr.'],
        ['2', 'The command line, or a setting that nothing safe can stand in for, was refused; stderr says which.'],
        ['129, 130, 143', 'SIGHUP, SIGINT, SIGTERM; every turn was ended first.'],
      ],
    ),
  ];
  return page('Programs', parts);
}

async function peoplesProgram(agents: readonly AgentAdapter[]): Promise<string[]> {
  const parts = ['## `agentmount`', block(await agentmountHelp())];
  for (const { name } of commands) {
    const help = await agentmountHelp(name);
    parts.push(`### ${code(`agentmount ${name}`)}`, block(help));
    if (name === 'run') parts.push(...(await ownFlags(help, agents)));
  }
  return parts;
}

/** The flags of `run` that only one agent has. */
async function ownFlags(common: string, agents: readonly AgentAdapter[]): Promise<string[]> {
  const helps = await Promise.all(agents.map(({ name }) => agentmountHelp('run', name)));
  const flagOf = (line: string) => /^ +(--[a-z-]+)/.exec(line)?.[1];
  const known = new Set(common.split('\n').map(flagOf));
  const lines = helps.flatMap((help, index) => {
    const own = help.split('\n').filter((line) => flagOf(line) !== undefined && !known.has(flagOf(line)));
    return own.length === 0 ? [] : [`${agents[index]?.name}:`, ...own];
  });
  return ['Flags of single agents:', block(lines.join('\n'))];
}

async function serverProgram(adapter: AgentAdapter): Promise<string[]> {
  const program = `${adapter.name}-cli-mcp`;
  const own = serverCommands(adapter.name);
  const [help = ''] = helpText(manifestOf(program), [adapter], own).split('\nEnvironment variables:\n');
  const parts = [`## ${code(program)}`, block(help)];
  for (const command of own) {
    const text = await commandHelp(program, command);
    const isShared = text.replaceAll(program, 'agentmount') === (await agentmountHelp(command.name));
    parts.push(
      `### ${code(`${program} ${command.name}`)}`,
      isShared ? `As ${code(`agentmount ${command.name}`)}.` : block(text),
    );
  }
  return parts;
}
