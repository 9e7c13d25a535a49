import { join } from 'node:path';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { describe, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

describe('qwen keeps the contract, by what the real one said', () => {
  const checks = conformanceChecks({
    adapter: qwenAdapter,
    transcripts: transcripts.values(),
    sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
    samples: { allowed_tools: ['read_file, agent', 'glob'] },
    runs: 6000,
    correlate: answerOurs,
  });
  for (const { title, run, timeoutMs } of checks) it(title, run, timeoutMs);
});

/** Puts the id of our last request of the same kind into a recorded response, so that a run that took another way is answered, too. */
function answerOurs(frame: string, sent: readonly string[]): string {
  const asked = /"type":"control_response".*?"request_id":"(([a-z]+)-\d+)"/.exec(frame);
  if (!asked) return frame;
  const [, id = '', kind = ''] = asked;
  const ours = sent.findLast((line) => line.includes(`"request_id":"${kind}-`));
  const now = ours === undefined ? undefined : /"request_id":"([^"]+)"/.exec(ours)?.[1];
  return now === undefined ? frame : frame.replace(`"${id}"`, `"${now}"`);
}
