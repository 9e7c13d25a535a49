import { fileURLToPath } from 'node:url';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { describe, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';

const transcripts = await loadTranscripts(fileURLToPath(new URL('transcripts', import.meta.url)));

describe('pi keeps the contract, by what the real one said', () => {
  const checks = conformanceChecks({
    adapter: piAdapter,
    transcripts: transcripts.values(),
    sessions: ['0198-a', '0198-b'],
    samples: { tools: ['read,grep', '+grep,-bash'] },
  });
  for (const { title, run, timeoutMs } of checks) it(title, run, timeoutMs);
});
