import { randomBytes } from 'node:crypto';
import { isAlive, type ProcessIdentity, processIdentity } from '../process/process-identity.js';

/** A process that works for the owner, on the owner's machine. */
type LockAgent = Pick<ProcessIdentity, 'pid' | 'startTime'>;

/** Who holds a lock: a process, and a key that no other holding of any lock has. */
export interface LockOwner extends ProcessIdentity {
  readonly key: string;
  /** Lives on for a moment when the owner is killed, and keeps the lock so long. */
  readonly agent?: LockAgent;
}

/** This process as the owner of one lock. */
export async function newLockOwner(): Promise<LockOwner> {
  return { ...(await thisProcess()), key: randomBytes(9).toString('hex') };
}

/** The identity of this process; the parts that the system does not tell are empty. */
export function thisProcess(): Promise<ProcessIdentity> {
  known ??= processIdentity().then((found) => found ?? UNTOLD);
  return known;
}
const UNTOLD = { pid: process.pid, startTime: '', bootId: '', host: '', machineId: '', pidNamespace: '' };
let known: Promise<ProcessIdentity> | undefined;

/** The owner's agent as a process of its own, if it has one. */
export function agentOf(owner: LockOwner): ProcessIdentity | undefined {
  return owner.agent && { ...owner, ...owner.agent };
}

/**
 * Whether the lock still counts: its owner lives, or the agent that the owner left behind, or neither can be asked from
 * here.
 */
export async function holdsOn(owner: LockOwner): Promise<boolean> {
  if (await isAlive(owner)) return true;
  const agent = agentOf(owner);
  return agent !== undefined && isAlive(agent);
}

/** Reads back what was written as JSON; undefined when it is not an owner. */
export function parseLockOwner(content: string): LockOwner | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  const identity = readIdentity(value);
  if (!identity) return undefined;
  const { key, agent } = value as { key?: unknown; agent?: Partial<Record<keyof LockAgent, unknown>> };
  if (typeof key !== 'string' || !/^[0-9a-f]{8,64}$/.test(key)) return undefined;
  if (typeof agent?.pid !== 'number' || typeof agent.startTime !== 'string') return { ...identity, key };
  return { ...identity, key, agent: { pid: agent.pid, startTime: agent.startTime } };
}

/** The process identity in an object read from a file; undefined when a part is missing. */
export function readIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, startTime, bootId, host, machineId, pidNamespace } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof startTime !== 'string' || typeof bootId !== 'string' || typeof host !== 'string') return undefined;
  if (typeof machineId !== 'string' || typeof pidNamespace !== 'string') return undefined;
  return { pid, startTime, bootId, host, machineId, pidNamespace };
}
