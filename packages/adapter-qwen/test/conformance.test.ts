import { join } from 'node:path';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { describe, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { answerOurs } from './answer-ours.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

describe('qwen keeps the contract, by what the real one said', () => {
  const checks = conformanceChecks({
    adapter: qwenAdapter,
    transcripts: transcripts.values(),
    sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
    samples: { allowed_tools: ['read_file, agent', 'glob'] },
    correlate: answerOurs,
  });
  for (const { title, run, timeoutMs } of checks) it(title, run, timeoutMs);
});
