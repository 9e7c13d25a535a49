import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { historyText } from '../texts/history-text.js';
import { defineTool, type Tool } from './tool.js';

/** `X_history`: what was said in a session, read from the agent's own file. */
export function historyTool(mount: Mount): Tool {
  const { name } = mount.adapter;
  return defineTool({
    name: `${name}_history`,
    description: `Read what was said in a ${name} session, newest page first, from its own file; nothing is run. For the answer of a running turn use ${name}_wait.`,
    gives:
      'Who said what, oldest first, cut to `max_chars`, and the call that gets the page before; `_meta` has the `cursor`.',
    schema: z.strictObject({
      session: z.string(),
      cwd: z.string().optional().describe('Its directory, if not known here'),
      cursor: z.string().optional().describe('From the page before: older items'),
      limit: z.int().min(1).max(200).optional().describe('Items, default 50'),
      max_chars: z.int().min(1).max(16_000).optional().describe('An item, default 4000'),
      include_tools: z.boolean().optional(),
    }),
    undescribed: ['session'],
    hints: { readOnlyHint: true, openWorldHint: false },
    async call({ session, cwd, cursor, limit = 50, max_chars = 4000, include_tools = false }) {
      const runner = await mount.runner();
      const page = await runner.history({
        session,
        limit,
        maxChars: max_chars,
        includeTools: include_tools,
        ...(cwd !== undefined && { cwd }),
        ...(cursor !== undefined && { cursor }),
      });
      const { items, ...facts } = page;
      return {
        text: historyText(page, { agent: name, session }),
        isError: false,
        facts: { ...facts, items: items.length },
      };
    },
  });
}
