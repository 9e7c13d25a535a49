import { INVARIANTS, type InvariantId } from '../invariants.js';
import { LAUNCH_RULES, type LaunchRuleId } from '../launch-rules.js';
import { VARIANT_RULES, type VariantRuleId } from '../variant-rules.js';
import {
  CARRY_RULES,
  type ConformanceTrait,
  DECLARATION_RULES,
  PROCESS_RULES,
  RECORDING_RULES,
} from './adapter-rules.js';

/** Id of a rule in {@link REQUIREMENTS}. Stable: a sentence may change, an id may not within a version of the contract. */
export type RequirementId =
  | keyof typeof DECLARATION_RULES
  | LaunchRuleId
  | InvariantId
  | VariantRuleId
  | keyof typeof CARRY_RULES
  | keyof typeof RECORDING_RULES
  | keyof typeof PROCESS_RULES;

/** What a requirement is tested on. */
export type RequirementArea =
  /** What the adapter says of itself. */
  | 'declaration'
  /** The plans that it makes. */
  | 'launch'
  /** Its codecs, at every call, under random damage. */
  | 'codec'
  /** Its codecs on changed transcripts. */
  | 'variant'
  /** What a caller says, on its way to the agent. */
  | 'carry'
  /** What was recorded of the real agent. */
  | 'recording'
  /** The agent's own program. */
  | 'process';

/** A rule that every adapter keeps, or every adapter that has a trait. */
export interface Requirement {
  readonly id: RequirementId;
  /** The rule in one sentence. */
  readonly rule: string;
  readonly area: RequirementArea;
  /** What it depends on; absent: it holds for every adapter. */
  readonly trait?: ConformanceTrait;
}

/** Traits on which rules about codecs depend. */
const CODEC_TRAITS: Partial<Record<InvariantId, ConformanceTrait>> = {
  'models-asked': 'models',
  'steer-known': 'steer',
  'steer-accepted-first': 'steer',
  'steer-decided-once': 'steer',
  'steer-decided': 'steer',
  'late-steer-missed': 'steer',
  'approval-in-prompt': 'asks',
  'approval-distinct': 'asks',
  'withdrawn-open': 'asks',
  'approval-closed': 'asks',
};

/** Everything that is required of an adapter. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...ofArea('declaration', DECLARATION_RULES),
  ...LAUNCH_RULES.map(({ id, rule }) => ({ id: id as LaunchRuleId, rule, area: 'launch' }) as const),
  ...INVARIANTS.map((invariant) => {
    const id = invariant.id as InvariantId;
    const trait = CODEC_TRAITS[id];
    return { id, rule: invariant.rule, area: 'codec', ...(trait && { trait }) } as const;
  }),
  ...VARIANT_RULES.map(({ id, rule }) => ({ id: id as VariantRuleId, rule, area: 'variant' }) as const),
  ...ofArea('carry', CARRY_RULES),
  ...ofArea('recording', RECORDING_RULES),
  ...ofArea('process', PROCESS_RULES),
];

function ofArea<Rules extends Record<string, { readonly rule: string; readonly trait?: ConformanceTrait }>>(
  area: RequirementArea,
  rules: Rules,
): readonly Requirement[] {
  return Object.entries(rules).map(([id, { rule, trait }]) => {
    return { id: id as RequirementId, rule, area, ...(trait !== undefined && { trait }) };
  });
}
