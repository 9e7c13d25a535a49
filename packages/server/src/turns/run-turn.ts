import type { TurnRequest } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import type { CallContext, ToolResult } from '../tools/tool.js';
import { deliver } from './deliver.js';

/** Starts a turn and waits for it. A call that is cancelled ends its turn, also when that happens before the turn has begun. */
export async function runTurn(
  mount: Mount,
  request: TurnRequest,
  waitMs: number | undefined,
  context: CallContext,
): Promise<ToolResult> {
  const runner = await mount.runner();
  context.signal.throwIfAborted();
  const turn = await runner.start(request);
  return deliver(mount, turn, context, { waitMs, owns: true });
}
