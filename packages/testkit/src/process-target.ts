import type { ProcessSelector } from './process-selector.js';

/** A test id, or a home (its test id *or* its folder), or a selector of one's own. */
export type ProcessTarget = string | { readonly testId: string; readonly directory: string } | ProcessSelector;

/** The selector that a target stands for. */
export function targetSelector(target: ProcessTarget): ProcessSelector {
  if (typeof target === 'string') return { environment: { AGENTMOUNT_TEST_ID: target } };
  if (!('testId' in target)) return target;
  return { environment: { AGENTMOUNT_TEST_ID: target.testId }, folder: target.directory };
}
