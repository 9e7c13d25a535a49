import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { StateFolder } from '../state/state-folder.js';
import { StopRequests } from '../state/stop-requests.js';
import { listRunningTurns, type RunningTurn } from './running-turns.js';

const PAUSE_MS = 100;

export interface StopLimits {
  /** How long a live server may take to see the request, ms; it looks every second. */
  readonly hearMs: number;
  /** How long the turn may take to end once the server knows, ms. */
  readonly endMs: number;
}

/** What came of a request to stop: `unheard` when the server did not take it, `stopping` when it did and the turn has not ended yet. */
export type StopOutcome = 'stopped' | 'stopping' | 'unheard';

/**
 * Has the server that runs a turn stop it, and waits until nothing of the turn is left. The server reports the turn as stopped by a
 * person. Rejects with the file system's error.
 * @param statePath absolute path of the session index
 */
export async function stopRunningTurn(statePath: string, turn: RunningTurn, limits: StopLimits): Promise<StopOutcome> {
  const requests = new StopRequests(new StateFolder({ statePath }));
  const request = await requests.ask(turn.turn, turn.server);
  try {
    const asked = performance.now();
    let heardAt: number | undefined;
    for (;;) {
      const turns = await listRunningTurns(statePath);
      if (!turns.some(({ key }) => key === turn.key)) return 'stopped';
      const now = performance.now();
      if (heardAt === undefined && (await isGone(request.path))) heardAt = now;
      if (heardAt === undefined && now - asked > limits.hearMs) return 'unheard';
      if (heardAt !== undefined && now - heardAt > limits.endMs) return 'stopping';
      await delay(PAUSE_MS);
    }
  } finally {
    await request.withdraw();
  }
}

async function isGone(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}
