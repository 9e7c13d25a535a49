import type { ProcessIdentity } from '../process/process-identity.js';
import { readSlots } from '../state/slot-folder.js';
import { StateFolder } from '../state/state-folder.js';

/** A turn of any server that shares a state folder, as a person sees it from another process. */
export interface RunningTurn {
  /** Names the turn in its state folder; `turn` alone may be another server's, too. */
  readonly key: string;
  readonly turn: string;
  readonly agent: string;
  readonly cwd: string;
  /** The agent's own session id, once it is known. */
  readonly session?: string;
  /** `waiting`: for a slot. */
  readonly state: 'running' | 'waiting';
  /** Delegations around the turn. */
  readonly depth: number;
  /** When the call came in, ms since the epoch. */
  readonly createdAt: number;
  /** When it got its slot, ms since the epoch. */
  readonly startedAt?: number;
  /** The server that runs it. */
  readonly server: ProcessIdentity;
}

/**
 * The turns of all live servers that share a state folder, first come first. A turn that still waits for its session is not among
 * them: it holds nothing yet. Rejects with the file system's error; a missing folder has no turns.
 * @param statePath absolute path of the session index
 */
export async function listRunningTurns(statePath: string): Promise<readonly RunningTurn[]> {
  const slots = await readSlots(new StateFolder({ statePath }));
  return slots.map(({ order, turn, agent, cwd, session, state, depth, createdAt, startedAt, server }) => ({
    key: order,
    turn,
    agent,
    cwd,
    state,
    depth,
    createdAt,
    server,
    ...(session !== undefined && { session }),
    ...(startedAt !== undefined && { startedAt }),
  }));
}
