import type { AgentAdapter, Report, Runner } from '@agentmount/core';
import type { ServerSettings } from '../settings/server-settings.js';
import { historyTool } from '../tools/history-tool.js';
import { modelsTool } from '../tools/models-tool.js';
import { replyTool } from '../tools/reply-tool.js';
import { runningTool } from '../tools/running-tool.js';
import { sendTool } from '../tools/send-tool.js';
import { sessionsTool } from '../tools/sessions-tool.js';
import { startTool } from '../tools/start-tool.js';
import type { Tool } from '../tools/tool.js';
import { waitTool } from '../tools/wait-tool.js';
import type { Mount } from './mount.js';

/** An adapter that is to be mounted: its settings, and the runner that carries its turns out. */
export interface MountOptions {
  readonly adapter: AgentAdapter;
  readonly settings: ServerSettings;
  /** Called at most once, at the first call that needs it. */
  createRunner(): Promise<Runner>;
}

/** An adapter's tools under its prefix, and the way to end what they started. */
export interface MountedAdapter {
  readonly adapter: AgentAdapter;
  readonly tools: readonly Tool[];
  /** Ends every turn; does nothing when no call ever came. */
  close(): Promise<void>;
}

/** Makes the tools of one adapter. Throws a `TypeError` when its options cannot become arguments. */
export function mountAdapter(options: MountOptions): MountedAdapter {
  let runner: Promise<Runner> | undefined;
  const mount: Mount = {
    adapter: options.adapter,
    settings: options.settings,
    given: new WeakMap<Report, number>(),
    asked: new Set(),
    runner() {
      runner ??= options.createRunner().catch((error: unknown) => {
        // The next call tries again: what was missing may be there by then.
        runner = undefined;
        throw error;
      });
      return runner;
    },
  };
  const always = [startTool, replyTool, sendTool, waitTool, runningTool, sessionsTool, modelsTool];
  const tools = [...always, ...(options.adapter.history ? [historyTool] : [])].map((make) => make(mount));
  return {
    adapter: options.adapter,
    tools,
    async close() {
      await (await runner?.catch(() => undefined))?.close();
    },
  };
}
