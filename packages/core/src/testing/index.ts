export { checkLaunch, type LaunchCheck } from './check-launch.js';
export { checkVariants, findVariantFaults, type VariantFault } from './check-variants.js';
export type { CodecPhase, CodecState } from './codec-state.js';
export type { ConformanceTrait } from './conformance/adapter-rules.js';
export {
  type ConformanceCheck,
  ConformanceError,
  type ConformanceResult,
  checkConformance,
  conformanceChecks,
} from './conformance/conformance-checks.js';
export type { ConformanceAgent, ConformanceOptions } from './conformance/conformance-options.js';
export { describeResults } from './conformance/describe-results.js';
export {
  REQUIREMENTS,
  type Requirement,
  type RequirementArea,
  type RequirementId,
} from './conformance/requirement.js';
export { FuzzError, type FuzzOptions, type FuzzSummary, fuzzCodec, runSteps } from './fuzz-codec.js';
export { INVARIANTS, type Invariant, InvariantError, type InvariantId } from './invariants.js';
export { LAUNCH_RULES, LaunchError, type LaunchRule, type LaunchRuleId } from './launch-rules.js';
export { loadTranscript, loadTranscripts } from './load-transcript.js';
export { machineTraces } from './machine-traces.js';
export { parseTranscript, TranscriptError } from './parse-transcript.js';
export { type RecordOptions, recordTranscript } from './record-transcript.js';
export type { RecordedAgent } from './recording.js';
export { type Replay, type ReplayedAction, type ReplayOptions, replayTranscript } from './replay-transcript.js';
export { type ScrubRules, scrubTranscript } from './scrub-transcript.js';
export type { Step } from './step.js';
export {
  formatTranscript,
  type Transcript,
  type TranscriptCall,
  type TranscriptHeader,
  type TranscriptLine,
  type TranscriptSetup,
  type TranscriptWrite,
} from './transcript.js';
export { VARIANT_RULES, VariantError, type VariantRule, type VariantRuleId } from './variant-rules.js';
export { type WatchedCodec, type WatchOptions, watchCodec } from './watch-codec.js';
