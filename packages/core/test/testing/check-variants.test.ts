import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkVariants,
  findVariantFaults,
  loadTranscripts,
  VARIANT_RULES,
  type VariantRuleId,
} from '../../src/testing/index.js';
import { alterCodec } from './broken/alter-codec.js';
import { brokenVariants } from './broken/broken-variants.js';
import { toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

describe('checkVariants', () => {
  it.each([...transcripts])('finds nothing on %s', (_, transcript) => {
    const frames = transcript.lines.filter((line) => 'out' in line);
    expect(checkVariants(toyAdapter(), transcript).variants).toBeGreaterThan(frames.length * 6);
  });

  it.each(VARIANT_RULES.map(({ id }) => id as VariantRuleId))(
    '%s is broken by its own fault and by nothing else',
    (id) => {
      const found = [...transcripts.values()].map((transcript) =>
        findVariantFaults(toyAdapter(brokenVariants[id]()), transcript).faults.map(({ rule }) => rule),
      );
      expect([...new Set(found.flat())]).toEqual([id]);
    },
  );

  it('does not let a lost failure be a success', () => {
    const hopeful = toyAdapter((codec) =>
      alterCodec(codec, (actions, { call }) =>
        call === 'lost'
          ? actions.map((action) => (action.type === 'settled' ? { type: 'settled', outcome: 'completed' } : action))
          : actions,
      ),
    );
    const transcript = transcripts.get('lines-models-and-failure');
    if (!transcript) throw new Error('no such transcript');
    expect(findVariantFaults(hopeful, transcript).faults).toEqual([
      { rule: 'lost-end', variant: 'line 6 lost', detail: 'completed, and it was failed' },
    ]);
  });

  it('throws with the rule, the variant and the difference', () => {
    const transcript = transcripts.get('once-echo');
    if (!transcript) throw new Error('no such transcript');
    expect(() => checkVariants(toyAdapter(brokenVariants['cut-after-frame']()), transcript)).toThrow(
      /^cut-after-frame: two lines are echoed \(ended by code 0 after line \d+\): 1 prompts completed, 0 had ended\n {2}rule: /,
    );
  });

  it('has a rule in one sentence for each', () => {
    for (const { id, rule } of VARIANT_RULES) expect(rule, id).toMatch(/^[A-Z][^.]*\.$/);
  });
});
