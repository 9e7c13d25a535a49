import { realpathSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';

/** Names that say nothing about a person or a machine. */
const COMMON = new Set(['root', 'user', 'node', 'admin', 'runner', 'ubuntu', 'localhost', 'host']);
const SECRET_NAME = /key|token|secret|password|passwd|credential|auth/i;

/**
 * What this machine and an environment would give away, for `scrubTranscript`: home, temporary folder, the person's and the
 * machine's name, and the values of variables that hold secrets by their names.
 * @param folders further folders to what stands for them
 */
export function machineReplacements(
  environment: Readonly<Record<string, string | undefined>>,
  folders: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] {
  const places: [string, string][] = [
    ...Object.entries(folders),
    [environment.HOME ?? '', '/home/person'],
    [homedir(), '/home/person'],
    [environment.TMPDIR ?? '', '/temporary'],
    [tmpdir(), '/temporary'],
  ];
  const names: [string, string][] = [
    [userInfo().username, 'person'],
    [environment.USER ?? '', 'person'],
    [hostname(), 'machine'],
    [hostname().split('.')[0] ?? '', 'machine'],
  ];
  const secrets = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== undefined && value.length >= 6)
    .map(([name, value]): [string, string] => [value ?? '', `scrubbed-${name.toLowerCase().replaceAll('_', '-')}`]);
  return [
    ...places.flatMap(([path, placeholder]) =>
      [path, realPath(path)].map((one): [string, string] => [one, placeholder]),
    ),
    ...names.filter(([name]) => name.length >= 3 && !COMMON.has(name)),
    ...secrets,
  ].filter(([text]) => text.length > 1);
}

function realPath(path: string): string {
  try {
    return path === '' ? '' : realpathSync(path);
  } catch {
    return path;
  }
}
