import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { conformanceChecks, loadTranscripts } from '@agentmount/core/testing';
import { adapter } from './adapter.ts';

const here = import.meta.dirname;
const cwd = mkdtempSync(join(realpathSync(tmpdir()), 'abacus-'));
after(() => rmSync(cwd, { recursive: true, force: true }));

const checks = conformanceChecks({
  adapter,
  transcripts: (await loadTranscripts(join(here, 'transcripts'))).values(),
  sessions: ['abacus-00000001', 'abacus-00000002'],
  agent: {
    bin: join(here, 'abacus.mjs'),
    environment: { PATH: process.env.PATH ?? '', HOME: cwd, ABACUS_HOME: join(cwd, '.abacus') },
    cwd,
    prompts: { plain: 'add 2 3', long: 'count', steer: 'total' },
  },
});

describe('the adapter keeps the contract', () => {
  for (const check of checks) {
    it(check.title, { timeout: check.timeoutMs }, async () => {
      await check.run();
    });
  }
});
