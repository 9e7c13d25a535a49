import { join } from 'node:path';
import { it } from 'vitest';
import { checkVariants } from '../../src/testing/check-variants.js';
import { checkLaunch } from '../../src/testing/check-launch.js';
import { loadTranscripts } from '../../src/testing/index.js';
import { toyAdapter } from './toy/toy-adapter.js';
const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));
it('x', () => {
  console.log(checkLaunch({ adapter: toyAdapter(), sessions: ['toy-00c0ffee', 'toy-beef'] }));
  for (const t of transcripts.values()) console.log(checkVariants(toyAdapter(), t));
});
