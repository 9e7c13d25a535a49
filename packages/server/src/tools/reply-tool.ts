import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { runTurn } from '../turns/run-turn.js';
import { defineTool, type Tool } from './tool.js';
import { mayTakeLong, type TurnArguments, turnArguments, turnRequest } from './turn-arguments.js';

/** `X_reply`: the next prompt of a session. */
export function replyTool(mount: Mount): Tool {
  const { adapter } = mount;
  const { name } = adapter;
  const { prompt, ...others } = turnArguments(adapter);
  const session = z.string().describe(`From ${name} or ${name}_sessions`);
  return defineTool<TurnArguments & { readonly session: string }>({
    name: `${name}_reply`,
    description:
      `Continue a ${name} session that is not running: finished, timed out, cancelled or killed, also after a restart. It ` +
      `remembers its own conversation, not yours. While it runs use ${name}_send. Arguments as in ${name}; cwd only for a session ` +
      `that ${name}_sessions does not list.`,
    gives: 'The report of its turn; when the wait ends first, a note that names the turn.',
    schema: z.strictObject({ session, prompt, ...others }) as unknown as z.ZodType<
      TurnArguments & { readonly session: string }
    >,
    undescribed: ['prompt', ...Object.keys(others)],
    hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    mayTakeLong,
    call: (given, context) => runTurn(mount, turnRequest(adapter, given, given.session), given.wait_ms, context),
  });
}
