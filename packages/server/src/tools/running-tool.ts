import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { runningText } from '../texts/running-text.js';
import { defineTool, type Tool } from './tool.js';

/** `X_running`: the turns that execute or wait now. */
export function runningTool(mount: Mount): Tool {
  const { name } = mount.adapter;
  return defineTool({
    name: `${name}_running`,
    description: `List ${name} turns running or queued now, which ${name}_send and ${name}_wait can reach. For past ones: ${name}_sessions.`,
    gives:
      'For each turn its session and id, how long it has run, its tool calls, what it does now, its directory, approvals that wait, and ' +
      'whether `steer` reaches it; `_meta` has the same as `running`.',
    schema: z.strictObject({}),
    hints: { readOnlyHint: true, openWorldHint: false },
    async call() {
      const views = (await mount.runner()).running();
      return {
        text: runningText(name, views, Date.now()),
        isError: false,
        facts: { running: views.map((view) => ({ ...view, tools: Object.fromEntries(view.tools) })) },
      };
    },
  });
}
