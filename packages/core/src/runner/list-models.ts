import type { Model } from '../contract/event.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import { exitFailure } from '../turn/failures.js';
import type { TurnServices } from '../turn/turn-services.js';
import type { Wire } from '../turn/wire.js';

/**
 * Asks an agent for its models in a process of its own, with no prompt; the process is gone when this settles.
 * Rejects with an `Error` whose message says why the agent could not tell; its `cause` is the agent's failure, where it named one.
 * `onReady` is awaited between the handshake and the question.
 */
export async function listModels(
  services: Pick<TurnServices, 'adapter' | 'settings' | 'gate'> & { launch(plan: LaunchPlan): Promise<Wire> },
  plan: LaunchPlan,
  signal: AbortSignal | undefined,
  onReady: (wire: Wire) => Promise<void> = async () => undefined,
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
            return onReady(wire).then(() => wire.models());
          case 'models':
            return resolve(event.models);
          case 'settled':
          case 'broken': {
            const { failure } = event;
            const remedy = failure && 'remedy' in failure && failure.remedy !== undefined ? `; ${failure.remedy}` : '';
            const message = `${failure?.message ?? `${adapter.title} did not list its models`}${remedy}`;
            return reject(new Error(message, { cause: failure }));
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
