import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { deliver } from '../turns/deliver.js';
import { findTurn } from '../turns/find-turn.js';
import { rejoinTurn } from '../turns/rejoin-turn.js';
import { defineTool, type Tool } from './tool.js';
import { mayTakeLong } from './turn-arguments.js';

/** `X_wait`: waits for a turn as if the call that began it had waited. */
export function waitTool(mount: Mount): Tool {
  const { name } = mount.adapter;
  return defineTool({
    name: `${name}_wait`,
    description:
      `Wait for a ${name} turn that was still running when its call returned, and get its report. Reports are kept for an hour. ` +
      'Cancelling the wait does not stop the turn.',
    gives: 'The report of the turn, any number of times; when the wait ends first, the note again.',
    schema: z.strictObject({
      session: z.string().optional().describe('Its newest turn; or give turn'),
      turn: z.string().optional(),
      wait_ms: z.int().min(0).optional(),
    }),
    hints: { readOnlyHint: true, openWorldHint: true },
    mayTakeLong,
    async call({ session, turn, wait_ms }, context) {
      const options = { waitMs: wait_ms, owns: false };
      if (context.again !== undefined) return rejoinTurn(mount, context.again, context, options);
      const found = findTurn(name, await mount.runner(), {
        ...(session === undefined ? {} : { session }),
        ...(turn === undefined ? {} : { turn }),
      });
      return deliver(mount, found, context, options);
    },
  });
}
