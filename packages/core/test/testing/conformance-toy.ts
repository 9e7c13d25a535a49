import { join } from 'node:path';
import type { AgentAdapter } from '../../src/index.js';
import { type ConformanceOptions, loadTranscripts, type Transcript } from '../../src/testing/index.js';
import { type ToyOptions, toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts', 'conformance'));

/** What the author of the toy adapter would give. */
export function conformanceToy(
  adapter: AgentAdapter<ToyOptions> = toyAdapter(),
  others: Partial<ConformanceOptions<ToyOptions>> = {},
): ConformanceOptions<ToyOptions> {
  return { adapter, transcripts: transcripts.values(), sessions: ['toy-dead0000', 'toy-beef'], ...others };
}

/** The recordings without one of them, for what it alone shows. */
export function transcriptsWithout(...names: readonly string[]): readonly Transcript[] {
  return [...transcripts].flatMap(([name, transcript]) => (names.includes(name) ? [] : [transcript]));
}
