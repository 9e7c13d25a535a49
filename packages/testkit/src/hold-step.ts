import type { AnswerStep, HeldStep } from './model-step.js';

/** Makes a held step of a whole answer; see `hold()` for what a test gives. */
export function createHeldStep(answer: AnswerStep, firstWords: string): HeldStep {
  const waiters = new Set<() => void>();
  const started = Promise.withResolvers<void>();
  let released = false;
  return {
    kind: 'hold',
    answer,
    firstWords,
    started: started.promise,
    get waiting() {
      return waiters.size;
    },
    release() {
      released = true;
      for (const go of [...waiters]) go();
    },
    wait(signal) {
      started.resolve();
      if (released || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const go = () => {
          waiters.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiters.add(go);
        signal.addEventListener('abort', go);
      });
    },
  };
}
