import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, endProcesses } from '@agentmount/testkit';

/** What the real gemini needs in order to run and to touch nothing of this machine's user. */
export interface GeminiHome extends AsyncDisposable {
  readonly directory: string;
  readonly home: string;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A home for the real gemini (0.61.0) on a model server that answers Gemini's API under `url`. */
export async function createGeminiHome(url: string): Promise<GeminiHome> {
  const folder = await createTemporaryFolder('gemini');
  const at = (...names: string[]) => join(folder.directory, ...names);
  for (const path of [at('home', '.gemini'), at('work'), at('tmp')]) await mkdir(path, { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
    telemetry: { enabled: false },
  };
  await writeFile(at('home', '.gemini', 'settings.json'), JSON.stringify(settings));
  const testId = crypto.randomUUID();
  return {
    directory: folder.directory,
    home: at('home'),
    work: at('work'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: at('home'),
      TMPDIR: at('tmp'),
      LANG: 'C.UTF-8',
      GEMINI_API_KEY: 'scripted-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      AGENTMOUNT_TEST_ID: testId,
    },
    async [Symbol.asyncDispose]() {
      await endProcesses(testId);
      await folder.dispose();
    },
  };
}
