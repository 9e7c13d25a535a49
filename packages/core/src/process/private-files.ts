import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchPlan } from '../contract/launch-plan.js';

/** What an argument or a variable says for the folder's path. */
export const FILES_PLACEHOLDER = '{files}';

/** A plan's arguments and variables with its files in place. */
export interface PlacedPlan {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder, to be handed to the start of the process, which removes it; absent when the plan has no files. */
  readonly folder?: string;
}

/**
 * Writes a plan's files to a new private folder (0700, each file 0600) and puts its path where an argument or a variable says `{files}`.
 * A plan without files is left as it is, `{files}` included. Rejects with a `TypeError` for a name that is more than a file name,
 * and with the system's error when the folder cannot be written; nothing is left then.
 */
export async function placeFiles(plan: LaunchPlan, base: string = tmpdir()): Promise<PlacedPlan> {
  const { args, env, files } = plan;
  const entries = Object.entries(files ?? {});
  if (entries.length === 0) return { args, env };
  assertFileNames(entries.map(([name]) => name));
  const folder = await mkdtemp(join(base, 'agentmount-'));
  try {
    for (const [name, content] of entries) await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const place = (text: string) => text.replaceAll(FILES_PLACEHOLDER, () => folder);
  const placedEnv = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value)]));
  return { args: args.map(place), env: placedEnv, folder };
}

/** Throws a `TypeError` for a name that is more than a file name. */
export function assertFileNames(names: readonly string[]): void {
  for (const name of names) {
    if (/^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..') continue;
    throw new TypeError(`${JSON.stringify(name)} is no name for a plan's file: it must be a file name without a path`);
  }
}
