import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeFolderProblem, FolderSilent } from './folder-problem.js';

export interface StateFolderOptions {
  /** Absolute path of the session index; its folder holds everything else. */
  readonly statePath: string;
  /** What a person sets to move the folder, for warnings: `QWEN_MCP_STATE`. */
  readonly setting?: string;
  /** How long one operation may take before the folder counts as silent, ms. */
  readonly silentAfterMs?: number;
}

/** Work on the folder that did not finish in time, and finished later after all. */
type Late<T> = (value: T) => void;

/**
 * The folder that all servers of one user share. Knows whether it can be used at the moment and says so once, in one
 * sentence, whichever of its users met the trouble.
 */
export class StateFolder {
  /** Absolute. */
  readonly path: string;
  /** Absolute path of the session index. */
  readonly statePath: string;
  readonly #setting: string;
  readonly #silentAfterMs: number;
  readonly #troubles = new Map<string, unknown>();
  #unanswered = 0;

  constructor(options: StateFolderOptions) {
    this.statePath = options.statePath;
    this.path = dirname(options.statePath);
    this.#setting = options.setting ?? 'the path of the state file';
    this.#silentAfterMs = options.silentAfterMs ?? 30_000;
  }

  /**
   * Runs file operations on the folder. Rejects with their error, or with {@link FolderSilent} when they take too long
   * (a dead network mount) or when earlier ones still have not come back; `late` then gets the result whenever it
   * comes.
   */
  async use<T>(work: () => Promise<T>, late?: Late<T>): Promise<T> {
    if (this.#unanswered > 0) throw new FolderSilent(this.path);
    let isSettled = false;
    const result = work().finally(() => {
      isSettled = true;
    });
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const giveUp = () => {
        if (isSettled) return;
        this.#unanswered += 1;
        const answered = () => {
          this.#unanswered -= 1;
        };
        result.then(late).then(answered, answered);
        reject(new FolderSilent(this.path));
      };
      // After a stop of this process the answer may be there already, and is read before the immediate runs.
      timer = setTimeout(() => setImmediate(giveUp), this.#silentAfterMs);
    });
    try {
      return await Promise.race([result, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Makes the folder, or a folder in it, for this user alone; one that exists keeps its mode, since it may be the
   * person's own. Gives its path.
   */
  async make(name = ''): Promise<string> {
    const path = name === '' ? this.path : join(this.path, name);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Notes that something does not work, as what it means: `turns are counted in this server only`. */
  failed(meaning: string, error: unknown): void {
    this.#troubles.set(meaning, error);
  }

  /** Takes back {@link failed}. */
  works(meaning: string): void {
    this.#troubles.delete(meaning);
  }

  /** One sentence for each cause; empty when all is well. */
  warnings(): string[] {
    const meanings = new Map<string, string[]>();
    for (const [meaning, error] of this.#troubles) {
      const { cause, remedy } = describeFolderProblem(error);
      const sentence = `The state folder ${this.path} cannot be used: ${cause}. To mend it, ${remedy} or point ${this.#setting} at ${basename(this.statePath)} in another folder. Until then `;
      meanings.set(sentence, [...(meanings.get(sentence) ?? []), meaning]);
    }
    return [...meanings].map(([sentence, parts]) => `${sentence}${parts.join('; ')}.`);
  }
}
