/** A rule about launch plans. */
export interface LaunchRule {
  readonly id: string;
  /** The rule in one sentence. */
  readonly rule: string;
}

const RULES = {
  'launch-total': 'Every valid setup gets a plan, and nothing in the setup is changed.',
  'launch-pure': 'Launch, resume and parse look at nothing but what they are given.',
  'plan-repeatable': 'The same setup gives a deeply equal plan.',
  'plan-plain': 'A plan is plain data, the same after a round trip through JSON.',
  'plan-shape': 'A plan has the fields of the contract and names its own transport.',
  'plan-words':
    'Arguments and variables are strings without NUL, and a variable has a name that an environment can hold.',
  'plan-directory': 'A process is started in an absolute directory.',
  'plan-files': 'Files have plain names, and something in the plan says where they are by {files}.',
  'plan-no-prompt': 'Nothing of a prompt is in a plan or changes it.',
  'plan-session':
    'A plan that continues a session names it, and the plans of two sessions differ in nothing else; where the session comes with the prompt, no plan names one.',
  'plan-remote': 'A plan for another machine names no place in a home that only that machine knows.',
  'plan-preset': 'A transport uses a session id that core has chosen if it declares that it does, and only then.',
  'resume-launches': 'Resume is the launch of the transport with a session.',
  'parse-plan': 'Every codec of a plan has the same methods, and making one changes nothing in the plan.',
} as const;

/** Id of a rule in {@link LAUNCH_RULES}. */
export type LaunchRuleId = keyof typeof RULES;

/** Every rule that `checkLaunch` checks. */
export const LAUNCH_RULES: readonly LaunchRule[] = Object.entries(RULES).map(([id, rule]) => ({ id, rule }));

/** An adapter's launch broke a rule. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  readonly id: LaunchRuleId;
  readonly rule: string;

  constructor(id: LaunchRuleId, detail: string, cause?: unknown) {
    super(`${id}: ${detail}\n  rule: ${RULES[id]}`, cause === undefined ? undefined : { cause });
    this.id = id;
    this.rule = RULES[id];
  }
}
