export { doctor, history, hosts, running, sessions, stop } from './commands.js';
export type { HostServer } from './hosts/host.js';
export type { HostsCall } from './hosts/hosts.js';
export { type OwnProgram, ownServer } from './hosts/own-server.js';
export { serverCommands } from './program/server-commands.js';
export type { RunCommand } from './shared/command.js';
export type { CommandAgent, CommandCall, CommandIo, CommandOutput } from './shared/command-call.js';
