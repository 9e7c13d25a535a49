import { chmodSync, cpSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentHome, type ModelRequest, resolveProgram } from '@agentmount/testkit';
import { isOwnersOnly, resolveTrusted } from '../../src/launcher/trusted-path.js';
import { ownUid } from './installation.js';
import { type RunOptions, type RunResult, runCommand } from './run-program.js';

/** The program of the qwen that this workspace pins. */
const qwenEntry = resolveProgram('@qwen-code/qwen-code', 'qwen');

/** Its version. */
export const qwenVersion: string = JSON.parse(readFileSync(join(dirname(qwenEntry), 'package.json'), 'utf8')).version;

/** A time limit in milliseconds. One start of qwen takes four seconds, or half a minute where much else is going on. */
export function minutes(count: number): number {
  return count * 60_000;
}

/** Runs qwen without a terminal, to its end, in the work folder of a home. */
export function runHeadless(home: AgentHome, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return runCommand(home.bin, args, { cwd: home.work, ...options, env: { ...home.env, ...options.env } });
}

/** The texts of the newest message of the person in a request: what was typed, files, and context of hooks, one part each. */
export function newestUserParts(request: ModelRequest | undefined): string[] {
  const content = request?.body.messages?.findLast(({ role }) => role === 'user')?.content ?? [];
  return typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '');
}

/**
 * The context that hooks have added to a request. It is looked for in what the person said: qwen's own instructions (0.24.4)
 * name the tag as well.
 */
export function hookContext(request: ModelRequest | undefined): string | undefined {
  const tagged = /^<qwen:user-prompt-submit-context>\n(.*)\n<\/qwen:user-prompt-submit-context>$/s;
  return newestUserParts(request)
    .map((part) => tagged.exec(part.trim())?.[1])
    .find((context) => context !== undefined);
}

/** The entry of a qwen that only its owner can change: the workspace's own, or a copy where a whole group may write to it. */
export function trustedQwen(folder: string): string {
  const owners = new Set([0, ownUid]);
  const source = dirname(qwenEntry);
  const each = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
  const isTrusted = (path: string) => {
    const stats = lstatSync(path);
    return owners.has(stats.uid) && (stats.isSymbolicLink() || isOwnersOnly(stats));
  };
  try {
    resolveTrusted(qwenEntry, owners);
    if (each(source).every(isTrusted)) return qwenEntry;
  } catch {
    // A folder above is open to others.
  }
  const copy = join(folder, 'qwen-copy');
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
  for (const path of [copy, ...each(copy)]) {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink()) chmodSync(path, stats.mode & 0o755);
  }
  return join(copy, 'cli-entry.js');
}
