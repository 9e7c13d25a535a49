import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';
import { asText, isFields } from '@agentmount/core';

type Place = Omit<Machine, 'files'>;

/**
 * The folder that pi keeps its configuration in (pi 1.6.0): `$PI_CODING_AGENT_DIR`, else `~/.pi/agent`. Absolute; a relative
 * setting counts from the directory that pi is started in.
 */
export function agentDirectory(machine: Place, cwd: string): string {
  const path = machine.platform === 'win32' ? win32 : posix;
  const home = homeDirectory(machine);
  const set = machine.environment.PI_CODING_AGENT_DIR;
  if (!set) return path.join(home, '.pi', 'agent');
  return path.resolve(cwd, expandHome(set, home, machine.platform));
}

/** pi's own settings, where a person may have named another folder for sessions. */
export function settingsFile(machine: Place, cwd: string): string {
  const path = machine.platform === 'win32' ? win32 : posix;
  return path.join(agentDirectory(machine, cwd), 'settings.json');
}

/**
 * The folder that the person's own pi keeps the sessions of `cwd` in (pi 1.6.0), as `--session-dir` takes it. It is always named:
 * without the flag a project's `.pi/settings.json` could move the sessions, even where pi trusts that project with nothing.
 */
export function sessionDirectory(machine: Machine, cwd: string): string {
  const set =
    machine.environment.PI_CODING_AGENT_SESSION_DIR ||
    sessionDirectorySetting(machine.files[settingsFile(machine, cwd)]);
  if (set) return set;
  const path = machine.platform === 'win32' ? win32 : posix;
  const folder = path
    .resolve(cwd)
    .replace(/^[/\\]/, '')
    .replace(/[/\\:]/g, '-');
  return path.join(agentDirectory(machine, cwd), 'sessions', `--${folder}--`);
}

/** The home directory that pi sees: Node.js asks the environment first. */
export function homeDirectory(machine: Place): string {
  return (machine.platform === 'win32' ? machine.environment.USERPROFILE : machine.environment.HOME) || machine.home;
}

function sessionDirectorySetting(settings: string | undefined): string | undefined {
  if (settings === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(settings.replace(/^\uFEFF/, ''));
    return isFields(value) ? asText(value.sessionDir) : undefined;
  } catch {
    // pi warns about a file that is not JSON and goes on without it.
    return undefined;
  }
}

/** A path as pi takes it from a setting or a tool call: `~` is the home directory. */
export function expandHome(value: string, home: string, platform?: NodeJS.Platform): string {
  const path = platform === 'win32' ? win32 : posix;
  if (value === '~') return home;
  return value.startsWith('~/') || (platform === 'win32' && value.startsWith('~\\'))
    ? path.join(home, value.slice(2))
    : value;
}
