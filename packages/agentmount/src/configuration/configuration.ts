import type { AgentConfiguration } from './configuration-schema.js';

/** What the configuration file says; without a file, nothing. */
export interface Configuration {
  /** The file, absolute; it may not be there. */
  readonly file: string;
  /** The folder that packages and relative paths are looked for from, absolute: the file's. */
  readonly folder: string;
  /** Agents to serve when none is named. */
  readonly serve: readonly string[];
  /** By the name of the agent. */
  readonly agents: ReadonlyMap<string, AgentConfiguration>;
}
