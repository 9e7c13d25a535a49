import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceChecks, loadTranscript } from '@agentmount/core/testing';
import { createCodexHome, hold, startScriptedModel, text, tool } from '@agentmount/testkit';
import { afterAll, describe, it } from 'vitest';
import { codexAdapter } from '../src/adapter.js';
import { answerOurs } from './answer-ours.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(readdirSync(folder).map((name) => loadTranscript(join(folder, name))));
const model = await startScriptedModel();
const home = await createCodexHome({ model });
model.script('Say a word', [text('Word.')]);
// exec tells a message only when it is whole: a tool call is what shows that it works.
model.script('Talk on', [tool('exec_command', { cmd: 'sleep 0.3' }), hold({ firstWords: 'I talk. ' })]);
model.script('Be done', [text('Done.')]);
const given = { cmd: 'touch /nowhere/at/all', sandbox_permissions: 'require_escalated', justification: 'to see' };
model.script('Ask first', [tool('exec_command', given), text('Asked.')]);
afterAll(async () => {
  await home.dispose();
  await model.close();
});

describe('the codex adapter, by the kit for adapters and with the real codex', () => {
  for (const check of conformanceChecks({
    adapter: codexAdapter,
    transcripts,
    sessions: ['0927adc5-a840-4b68-93ca-5ca344c9fafb', '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10'],
    samples: { output_schema: ['{"type":"object"}', '{"type":"array"}'] },
    correlate: answerOurs,
    agent: {
      bin: home.bin,
      environment: home.env,
      cwd: home.work,
      prompts: { plain: 'Say a word', long: 'Talk on', steer: 'Be done', asks: 'Ask first' },
    },
  }))
    it(check.title, check.run, check.timeoutMs);
});
