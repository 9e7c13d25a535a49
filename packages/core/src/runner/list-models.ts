import type { Model } from '../contract/event.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import { exitFailure } from '../turn/failures.js';
import type { TurnServices } from '../turn/turn-services.js';
import type { Wire } from '../turn/wire.js';

/**
 * Asks an agent for its models in a process of its own, with no prompt; the process is gone when this settles.
 * Rejects with an `Error` whose message says why the agent could not tell.
 */
export async function listModels(
  services: Pick<TurnServices, 'adapter' | 'settings' | 'gate'> & { launch(plan: LaunchPlan): Promise<Wire> },
  plan: LaunchPlan,
  signal: AbortSignal | undefined,
): Promise<readonly Model[]> {
  const { adapter, settings, gate } = services;
  const limit = AbortSignal.timeout(settings.modelsTimeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const leave = await gate.enter(either);
  const wire = await services.launch(plan).catch((error: unknown) => {
    leave();
    throw error;
  });
  try {
    return await new Promise<readonly Model[]>((resolve, reject) => {
      const late = `${adapter.title} did not list its models within ${settings.modelsTimeoutMs} ms`;
      either.addEventListener('abort', () => reject(signal?.aborted ? signal.reason : new Error(late)), { once: true });
      wire.open((event) => {
        switch (event.type) {
          case 'ready':
            leave();
            return wire.models();
          case 'models':
            return resolve(event.models);
          case 'settled':
          case 'broken': {
            const { failure } = event;
            const remedy = failure && 'remedy' in failure && failure.remedy !== undefined ? `; ${failure.remedy}` : '';
            return reject(new Error(`${failure?.message ?? `${adapter.title} did not list its models`}${remedy}`));
          }
          case 'gone':
            return reject(new Error(exitFailure(adapter.title, event.exit).message));
          default:
            return;
        }
      });
    });
  } finally {
    leave();
    wire.listen(undefined);
    await wire.process.end({ politeMs: settings.stopGraceMs, killGraceMs: settings.killGraceMs });
  }
}
