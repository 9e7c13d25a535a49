import { access, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcesses } from '../end-processes.js';
import { nodeFolder } from '../node-folder.js';
import type { ProcessSelector } from '../process-selector.js';
import { createTemporaryFolder } from '../temporary-folder.js';
import { waitFor } from '../wait-for.js';

/** What each hostile agent is told beside its kind. All of them speak the wire of qwen's `stream` transport. */
export interface HostileKinds {
  /** Leaves children in every place that the kill of a group does not reach. It marks `children-left`. */
  readonly 'leaves-children': { readonly after: 'answer' | 'hang' | 'exit'; readonly holdsOutput?: boolean };
  /** Ignores signals, its client's stop, and the end of its input. It marks `prompted`. */
  readonly 'ignores-signals': Record<string, never>;
  /** Starts children all the time, and more when it is asked to end. It marks `prompted`. */
  readonly 'forks-while-dying': Record<string, never>;
  /** Keeps a descendant that is in a new session and a new process all the time. It marks `prompted`. */
  readonly hops: Record<string, never>;
  /** Never answers the handshake, and has a child by then. It marks `asked`. */
  readonly 'never-ready': Record<string, never>;
  /** Never reads after the handshake. It marks `deaf`. */
  readonly 'never-reads': Record<string, never>;
  /** Sends `bytes` in messages of one or several kinds. It marks `prompted`. Like the other floods it answers the prompt `calm` with a word. */
  readonly 'floods-messages': {
    readonly bytes: number;
    readonly of: readonly FloodKind[];
    readonly messageBytes?: number;
    /** Whether the result says all the text once more, as that of the real agent does. */
    readonly states?: boolean;
  };
  /** Sends a line of `bytes` `times` times. It marks `prompted`. */
  readonly 'floods-line': { readonly bytes: number; readonly times?: number };
  /** Writes `bytes` to stderr and fails. It marks `prompted`. */
  readonly 'floods-stderr': { readonly bytes: number };
  /** Fails with a reason of `bytes` that repeats `piece`. It marks `prompted`. */
  readonly 'fails-at-length': { readonly piece: string; readonly bytes: number };
  /** Is no worse than its prompt: `answer`, `work 30`, `hang`, `die`. It marks `ready-<pid>` and `hanging-<session>`. */
  readonly 'keeps-sessions': Record<string, never>;
}

/** What a flood is made of. `calls` are never ended, `approvals` ask for what nobody answers. */
export type FloodKind = 'text' | 'texts' | 'tools' | 'calls' | 'approvals' | 'unknown';

/** A program that misbehaves in one way. */
export interface HostileAgent extends AsyncDisposable {
  /** Absolute path of the program. */
  readonly bin: string;
  /** Its folder. Whatever it starts names the folder in its command line or lives in it. */
  readonly directory: string;
  /** Selects everything that came of it, also what cleared its environment. */
  readonly processes: ProcessSelector;
  /** Waits until the program, or the `count`th run of it, has reached a point. */
  reached(mark: string, timeoutMs?: number): Promise<void>;
  /** Kills, by process id, what is left, and removes the folder. */
  dispose(): Promise<void>;
}

/** Writes the program of one kind to a folder of its own. */
export async function hostileAgent<Kind extends keyof HostileKinds>(
  kind: Kind,
  options: HostileKinds[Kind],
): Promise<HostileAgent> {
  const folder = await createTemporaryFolder('hostile-agent');
  const { directory } = folder;
  const bin = join(directory, 'qwen');
  const program = new URL(`./programs/${kind}.mjs`, import.meta.url).href;
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }\n');
  await writeFile(
    bin,
    `#!${join(nodeFolder(), 'node')}\nimport { run } from '${program}';\nrun(${JSON.stringify(options)});\n`,
  );
  await chmod(bin, 0o755);
  const processes: ProcessSelector = { folder: directory, commandIncludes: directory };
  const dispose = async () => {
    await endProcesses(processes);
    await folder.dispose();
  };
  return {
    bin,
    directory,
    processes,
    async reached(mark, timeoutMs = 60_000) {
      const isThere = () =>
        access(join(directory, mark)).then(
          () => true,
          () => false,
        );
      await waitFor(isThere, { what: `the hostile agent to reach ${mark}`, timeoutMs });
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
