import type { HostsCall } from './hosts/hosts.js';
import type { RunCommand } from './shared/command.js';

// A bundler joins what is named here by an import into one file with its user: each command is loaded when it is called.

/** Whether each agent could work here, and what to do where it could not. */
export const doctor: RunCommand = async (call) => (await import('./doctor/doctor.js')).doctor(call);

/** What stands in the configuration of MCP hosts; with `--write`, puts it there. */
export const hosts: RunCommand<HostsCall> = async (call) => (await import('./hosts/hosts.js')).hosts(call);

/** What every server of this user is doing right now. */
export const running: RunCommand = async (call) => (await import('./running/running.js')).running(call);

/** The sessions that the servers of this user know. */
export const sessions: RunCommand = async (call) => (await import('./sessions/sessions.js')).sessions(call);

/** What was said in a session. */
export const history: RunCommand = async (call) => (await import('./history/history.js')).history(call);

/** Ends turns of other servers, and what dead servers have left. */
export const stop: RunCommand = async (call) => (await import('./stop/stop.js')).stop(call);
