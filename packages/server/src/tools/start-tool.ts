import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { clause } from '../texts/clause.js';
import { runTurn } from '../turns/run-turn.js';
import { defineTool, type Tool } from './tool.js';
import { mayTakeLong, type TurnArguments, turnArguments, turnRequest } from './turn-arguments.js';

/** `X`: begins a session. */
export function startTool(mount: Mount): Tool {
  const { adapter } = mount;
  const { name, texts } = adapter;
  return defineTool<TurnArguments>({
    name,
    description:
      `Delegate a new task to ${clause(texts.about)}: for a second opinion, parallel work, or work that should not fill your context. You get ` +
      `its final answer and [session: id]; to go on with that session use ${name}_reply. Caution: ${clause(texts.danger)}.`,
    gives: 'The report of its turn; when the wait ends first, a note that names the turn.',
    schema: z.strictObject(turnArguments(adapter)) as unknown as z.ZodType<TurnArguments>,
    hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    mayTakeLong,
    call: (given, context) => runTurn(mount, turnRequest(adapter, given), given.wait_ms, context),
  });
}
