import { findVariantFaults } from '../check-variants.js';
import { findFuzzFaults } from '../fuzz-codec.js';
import { INVARIANTS, InvariantError, type InvariantId } from '../invariants.js';
import { replayTranscript } from '../replay-transcript.js';
import { VARIANT_RULES, type VariantRuleId } from '../variant-rules.js';
import type { RequirementId } from './requirement.js';
import type { Subject } from './subject.js';
import { Verdicts } from './verdict.js';

/** Feeds the codecs every transcript as it is, changed, and in random pieces. */
export function examineCodec<Options>(subject: Subject<Options>): Verdicts {
  const { adapter, given } = subject;
  const found = new Verdicts<RequirementId>();
  const broken = (error: InvariantError): void => found.fail(error.id, error.message);
  for (const transcript of subject.transcripts) {
    const { note } = transcript.header;
    try {
      replayTranscript({ adapter, transcript, compare: false });
      for (const fault of findVariantFaults(adapter, transcript, broken).faults) {
        found.fail(fault.rule, `${note} (${fault.variant}): ${fault.detail}`);
      }
    } catch (error) {
      if (error instanceof InvariantError) broken(error);
      // What cannot be replayed at all is told by the examination of the recordings.
      else if (!(error instanceof TypeError)) throw error;
    }
  }
  for (const transport of adapter.transports) {
    const transcripts = subject.transcriptsOf(transport);
    if (!transcripts.some(({ lines }) => lines.some((line) => 'out' in line))) continue;
    const { seed = 1, runs = 2000, correlate } = given;
    const options = { adapter, transport: transport.name, transcripts, seed, runs, ...(correlate && { correlate }) };
    for (const error of findFuzzFaults(options)) found.fail(error.cause.id, error.message);
  }
  if (subject.transcripts.length === 0) {
    for (const { id } of [...INVARIANTS, ...VARIANT_RULES]) {
      found.skip(id as InvariantId | VariantRuleId, 'no transcript was given');
    }
  }
  return found;
}
