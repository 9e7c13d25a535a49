import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { sessionsText } from '../texts/sessions-text.js';
import { defineTool, type Tool } from './tool.js';

const PAGE_SIZE = 20;

/** `X_sessions`: the sessions that can be continued. */
export function sessionsTool(mount: Mount): Tool {
  const { name } = mount.adapter;
  return defineTool({
    name: `${name}_sessions`,
    description: `List known ${name} sessions, newest first, with directory and last status: recover an id for ${name}_reply. ${PAGE_SIZE} a page.`,
    gives:
      'A line for each session: id, last status, time of use, directory, model; `_meta` has `sessions`, `page` and `total`.',
    schema: z.strictObject({
      cwd: z.string().optional().describe('Only of this directory'),
      page: z.int().min(1).max(100_000).optional(),
    }),
    hints: { readOnlyHint: true, openWorldHint: false },
    async call({ cwd, page = 1 }) {
      const runner = await mount.runner();
      const filter = cwd === undefined ? {} : { cwd };
      const found = await runner.sessions({ ...filter, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
      const { sessions, total } = found;
      return {
        text: sessionsText(sessions, { agent: name, total, page, pageSize: PAGE_SIZE, ...filter }),
        isError: false,
        facts: { total, page, sessions: sessions.map(({ totals: _, ...session }) => session) },
      };
    },
  });
}
