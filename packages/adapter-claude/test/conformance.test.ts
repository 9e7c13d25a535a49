import { join } from 'node:path';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { describe, it } from 'vitest';
import { claudeAdapter } from '../src/index.js';
import { answerOurs } from './answer-ours.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

describe("claude's adapter keeps the contract", () => {
  const checks = conformanceChecks({
    adapter: claudeAdapter,
    transcripts: transcripts.values(),
    sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
    samples: {
      allowed_tools: ['Read, Agent', 'Glob'],
      denied_tools: ['Bash(git push:*)', 'Edit'],
      output_schema: [{ type: 'object' }, { type: 'array' }],
      max_budget_usd: [1, 2],
    },
    correlate: answerOurs,
  });
  for (const { title, run, timeoutMs } of checks) it(title, run, timeoutMs);
});
