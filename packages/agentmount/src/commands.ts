import type { Command, RunCommand } from './program/command.js';

/** The program's commands, in the order in which they are listed. Each is loaded when it is called, and not before. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    takes: 'AGENT…',
    summary: 'offers agents as MCP tools on stdin and stdout',
    load: async () => (await import('./serve/serve.js')).serve,
  },
  {
    name: 'run',
    takes: 'AGENT TASK',
    summary: 'gives an agent a task and prints its answer',
    load: async () => (await import('./run/run.js')).run,
  },
  {
    name: 'doctor',
    takes: '[AGENT…]',
    summary: 'says whether each agent can be used, and what to do where it cannot',
    load: async () => (await import('./shared/doctor-command.js')).doctorCommand,
  },
  {
    name: 'hosts',
    takes: '[HOST…]',
    summary: 'prints or writes the configuration for MCP hosts',
    load: async () => (await import('./shared/hosts-command.js')).hostsCommand,
  },
  {
    name: 'running',
    takes: '[AGENT…]',
    summary: 'lists what the agents are doing right now, in every server of yours',
    load: () => shared('running'),
  },
  {
    name: 'stop',
    takes: 'TURN… | --all',
    summary: 'ends turns that run, and what dead servers have left',
    load: () => shared('stop'),
  },
  {
    name: 'sessions',
    takes: '[AGENT…]',
    summary: 'lists the sessions that can be continued',
    load: () => shared('sessions'),
  },
  {
    name: 'history',
    takes: 'SESSION',
    summary: 'prints the conversation of a session',
    load: () => shared('history'),
  },
  {
    name: 'record',
    takes: 'AGENT FOLDER',
    summary: 'for authors of adapters: records transcripts of a real agent',
    load: async () => (await import('./record/record.js')).record,
  },
];

/** A command that other programs have as well. */
async function shared(name: 'running' | 'stop' | 'sessions' | 'history'): Promise<RunCommand> {
  const [{ sharedCommand }, all] = await Promise.all([
    import('./shared/shared-command.js'),
    import('@agentmount/commands'),
  ]);
  return sharedCommand(all[name]);
}
