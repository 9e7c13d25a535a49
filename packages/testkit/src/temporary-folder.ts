import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone after the test. */
export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, with symbolic links resolved. */
  readonly directory: string;
  /** Removes the folder and everything in it. */
  dispose(): Promise<void>;
}

/** Makes an empty folder under the machine's temporary directory. `await using folder = await createTemporaryFolder();` */
export async function createTemporaryFolder(name = 'test'): Promise<TemporaryFolder> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), `agentmount-${name}-`));
  const dispose = () => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return { directory, dispose, [Symbol.asyncDispose]: dispose };
}
