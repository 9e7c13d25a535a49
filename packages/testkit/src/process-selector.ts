import { sep } from 'node:path';
import type { ProcessRecord } from './process-snapshot.js';

/** Which processes are meant. A process is selected when *any* of the given fields fits it. */
export interface ProcessSelector {
  /** Started with all of these variables, at these values. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Working in this folder or below it, or started with a variable that names it. */
  readonly folder?: string;
  /** The command line contains this. */
  readonly commandIncludes?: string;
  readonly pids?: readonly number[];
}

/** Turns a selector into a predicate, which also serves as `except` of `expectNoProcesses()`. */
export function processMatcher(selector: ProcessSelector): (process: ProcessRecord) => boolean {
  const { environment, folder, commandIncludes, pids } = selector;
  return (process) =>
    (environment !== undefined &&
      Object.entries(environment).every(([name, value]) => process.environment[name] === value)) ||
    (folder !== undefined && isAbout(process, folder)) ||
    (commandIncludes !== undefined && process.command.join(' ').includes(commandIncludes)) ||
    pids?.includes(process.pid) === true;
}

function isAbout(process: ProcessRecord, folder: string): boolean {
  const within = (path: string) => path === folder || path.startsWith(folder + sep);
  // Linux appends this to the link of a working directory that was removed.
  const cwd = process.cwd?.replace(/ \(deleted\)$/, '');
  return (cwd !== undefined && within(cwd)) || Object.values(process.environment).some(within);
}
