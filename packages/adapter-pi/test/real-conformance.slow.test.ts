import { fileURLToPath } from 'node:url';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { createPiHome, expectNoProcesses, hold, startScriptedModel, text } from '@agentmount/testkit';
import { afterAll, describe, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';

const transcripts = await loadTranscripts(fileURLToPath(new URL('transcripts', import.meta.url)));
const model = await startScriptedModel();
const home = await createPiHome({ model });
model.script('Say a word', [text('Word.')]);
model.script('Talk on', [hold({ firstWords: 'I talk. ' })]);
model.script('Be done', [text('Done.')]);

afterAll(async () => {
  await expectNoProcesses(home);
  await home.dispose();
  await model.close();
});

describe('the real pi keeps the contract', () => {
  const checks = conformanceChecks({
    adapter: piAdapter,
    transcripts: transcripts.values(),
    sessions: ['0198-a', '0198-b'],
    agent: {
      bin: home.bin,
      environment: home.env,
      cwd: home.work,
      prompts: { plain: 'Say a word', long: 'Talk on' },
    },
  });
  for (const { requirement, title, run, timeoutMs } of checks) {
    if (requirement.area === 'process') it(title, run, timeoutMs);
  }
});
