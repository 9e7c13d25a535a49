import { type AgentAdapter, createRunner } from '@agentmount/core';
import { serveHost } from '../mcp/mcp-server.js';
import { assertDifferentNames } from '../mount/assert-different-names.js';
import { instructions } from '../mount/instructions.js';
import { mountAdapter } from '../mount/mount-adapter.js';
import type { ServerSettings } from '../settings/server-settings.js';
import { variablePrefix } from '../settings/variables.js';
import { HostWire } from '../stdio/host-wire.js';
import { protectStdout } from '../stdio/protect-stdout.js';
import type { Manifest } from './read-manifest.js';
import { installShutdown } from './shutdown.js';

/** What is served, and what the runners are to know of this machine. */
export interface ServeOptions {
  readonly manifest: Manifest;
  readonly adapters: readonly { readonly adapter: AgentAdapter; readonly settings: ServerSettings }[];
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  /** Absolute directory of a turn that names none. */
  readonly cwd: string;
  /** Writes a line to stderr. */
  log(line: string): void;
}

/** What ending takes beside the graces that the settings give, ms. */
const ENDING_MARGIN_MS = 5000;

/**
 * Serves adapters over stdin and stdout and ends the process when the host goes. Throws a `TypeError` when two adapters have one
 * name.
 */
export function serveAdapters(options: ServeOptions): void {
  const { manifest, adapters, environment, home, cwd, log } = options;
  assertDifferentNames(adapters.map(({ adapter }) => adapter));
  const mounted = adapters.map(({ adapter, settings }) =>
    mountAdapter({
      adapter,
      settings,
      createRunner: () => {
        const prefix = variablePrefix(adapter);
        return createRunner({ adapter, settings: settings.runner, cwd, environment, home, variablePrefix: prefix });
      },
    }),
  );
  const output = protectStdout();
  const graces = adapters.map(({ settings }) => settings.runner.stopGraceMs + settings.runner.killGraceMs);
  const end = installShutdown({
    close: async () => void (await Promise.all(mounted.map((mount) => mount.close()))),
    output,
    deadlineMs: Math.max(...graces) + ENDING_MARGIN_MS,
    log,
  });
  const maxFrame = Math.max(...adapters.map(({ settings }) => settings.maxFrame));
  const wire = new HostWire({ input: process.stdin, output, maxFrame });
  serveHost(
    wire,
    {
      name: manifest.name,
      version: manifest.version,
      instructions: instructions(adapters.map(({ adapter }) => adapter)),
      tools: mounted.flatMap((mount) => mount.tools),
    },
    () => end(0),
  );
}
