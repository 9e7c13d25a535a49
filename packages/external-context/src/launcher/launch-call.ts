import type { Environment } from '../configuration/environment.js';
import type { Manifest } from './manifest-schema.js';

/** What a launcher finds when it is called. */
export interface LaunchCall {
  /** What the person gave to the launcher. */
  readonly arguments: readonly string[];
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  /** Effective user id. */
  readonly uid: number;
  /** Environment of the person's shell. */
  readonly environment: Environment;
}

/** What the checks judge. */
export interface LaunchSubject {
  readonly manifest: Manifest;
  readonly call: LaunchCall;
}

/** A check that needs the manifest. */
export interface Check {
  readonly name:
    | 'user'
    | 'paths'
    | 'ownership'
    | 'provider-configuration'
    | 'mcp-configuration'
    | 'settings'
    | 'repository'
    | 'version';
  /**
   * @returns warnings; none as a rule
   * @throws LaunchError of this check's name
   */
  run(subject: LaunchSubject): readonly string[] | Promise<readonly string[]>;
}
