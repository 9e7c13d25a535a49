import { realpathSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import type { ScrubRules } from './scrub-transcript.js';

/** Names and places that say nothing about a person or a machine, and are parts of too many words. */
const COMMON = new Set([
  'root',
  'user',
  'node',
  'admin',
  'runner',
  'ubuntu',
  'localhost',
  'host',
  '/',
  '/root',
  '/home',
  '/tmp',
  '/var/tmp',
]);
const SECRET_NAME = /key|token|secret|password|passwd|credential|auth/i;
const SHORTEST_NAME = 3;
const SHORTEST_SECRET = 6;

/**
 * What this machine and an environment would give away, for `scrubTranscript`: home and temporary folder, the person's and the
 * machine's name, and the values of variables that hold secrets by their names.
 * @param folders further folders to what stands for them
 */
export function machineTraces(
  environment: Readonly<Record<string, string | undefined>>,
  folders: Readonly<Record<string, string>> = {},
): Pick<ScrubRules, 'replacements' | 'secrets'> {
  const places: readonly (readonly [string | undefined, string])[] = [
    ...Object.entries(folders),
    [environment.HOME, '/home/person'],
    [homedir(), '/home/person'],
    [environment.TMPDIR, '/temporary'],
    [tmpdir(), '/temporary'],
  ];
  const names: readonly (readonly [string | undefined, string])[] = [
    [userInfo().username, 'person'],
    [environment.USER, 'person'],
    [hostname(), 'machine'],
    [hostname().split('.')[0], 'machine'],
  ];
  const known = [
    ...places.flatMap(([path, placeholder]) => [[path, placeholder] as const, [realPath(path), placeholder] as const]),
    ...names.filter(([name]) => name !== undefined && name.length >= SHORTEST_NAME),
  ];
  return {
    replacements: known.flatMap(([text, placeholder]) =>
      text && !COMMON.has(text) ? [[text, placeholder] as const] : [],
    ),
    secrets: Object.entries(environment).flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST_SECRET ? [value] : [],
    ),
  };
}

function realPath(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync(path);
  } catch {
    return undefined;
  }
}
