import type { Step } from './step.js';

const MOST_TRIES = 3000;

/**
 * Leaves out whatever is not needed for `fails` to stay true: halves first, single steps last.
 * @param fails whether a list of steps still shows the fault
 */
export function shrinkSteps(steps: readonly Step[], fails: (steps: readonly Step[]) => boolean): readonly Step[] {
  let kept = steps;
  let tries = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; ) {
    let removed = false;
    for (let from = 0; from < kept.length && tries < MOST_TRIES; ) {
      const candidate = [...kept.slice(0, from), ...kept.slice(from + size)];
      tries += 1;
      if (fails(candidate)) {
        kept = candidate;
        removed = true;
      } else from += size;
    }
    if (tries >= MOST_TRIES) break;
    if (size === 1 && !removed) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return kept;
}
