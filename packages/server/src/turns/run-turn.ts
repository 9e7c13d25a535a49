import type { TurnRequest } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import type { CallContext, ToolResult } from '../tools/tool.js';
import { deliver } from './deliver.js';
import { rejoinTurn } from './rejoin-turn.js';

/**
 * Starts a turn and waits for it; a call that its host repeats with a person's answers goes on with the turn that it began. A call that
 * is cancelled ends its turn, also when that happens before the turn has begun.
 */
export async function runTurn(
  mount: Mount,
  request: TurnRequest,
  waitMs: number | undefined,
  context: CallContext,
): Promise<ToolResult> {
  const options = { waitMs, owns: true };
  if (context.again !== undefined) return rejoinTurn(mount, context.again, context, options);
  const runner = await mount.runner();
  context.signal.throwIfAborted();
  const turn = await runner.start(request);
  return deliver(mount, turn, context, options);
}
