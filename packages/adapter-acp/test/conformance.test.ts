import { join } from 'node:path';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { describe, it } from 'vitest';
import { answerOurs } from './answer-ours.js';
import { geminiAdapter, kimiAdapter } from './record-run.js';

const transcripts = [...(await loadTranscripts(join(import.meta.dirname, 'transcripts'))).values()];
const UUIDS = ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'] as const;
const AGENTS = [
  { adapter: kimiAdapter, sessions: [`session_${UUIDS[0]}`, `session_${UUIDS[1]}`] as const },
  { adapter: geminiAdapter, sessions: UUIDS },
];

describe.each(AGENTS)('$adapter.name keeps the contract, by what the real one said', ({ adapter, sessions }) => {
  const checks = conformanceChecks({
    adapter,
    sessions,
    transcripts: transcripts.filter(({ header }) => header.adapter === adapter.name),
    correlate: answerOurs,
  });
  for (const { title, run, timeoutMs } of checks) it(title, run, timeoutMs);
});
