import { join } from 'node:path';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { createQwenHome, expectNoProcesses, startScriptedModel, text, tool } from '@agentmount/testkit';
import { afterAll, describe, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { answerOurs } from './answer-ours.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));
const model = await startScriptedModel();
const home = await createQwenHome({ model });
const command = { command: 'touch asked.txt', description: 'A trace', is_background: false };
model.script('Say a word', [text('Word.')]);
model.script('Ask first', [tool('run_shell_command', command), text('Asked.')]);

afterAll(async () => {
  await expectNoProcesses(home);
  await home.dispose();
  await model.close();
});

/** What no other test of the real qwen drives on every transport by one rule. */
const TRIED = ['process-answer', 'process-approval'];

describe('the real qwen keeps the contract', () => {
  const checks = conformanceChecks({
    adapter: qwenAdapter,
    transcripts: transcripts.values(),
    sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
    correlate: answerOurs,
    agent: {
      bin: home.bin,
      environment: home.env,
      cwd: home.work,
      options: { approval_mode: 'default' },
      prompts: { plain: 'Say a word', asks: 'Ask first' },
      patienceMs: 120_000,
    },
  });
  for (const { requirement, title, run, timeoutMs } of checks) {
    if (TRIED.includes(requirement.id)) it(title, run, timeoutMs);
  }
});
