import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveProgram } from '@agentmount/testkit';
import { PEER_VERSION } from './programs/peer.js';

/** What figures depend on, beside the code. */
export interface Machine {
  readonly date: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly freeGb: number;
  /** Processes that ran or waited for a processor on average, over the minute before. */
  readonly load: number;
  readonly versions: Readonly<Record<string, string>>;
}

/** Describes the machine as it is now. */
export function describeMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    freeGb: Math.round(freemem() / 1e9),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    versions: {
      node: process.versions.node,
      qwen: packageVersion(resolveProgram('@qwen-code/qwen-code', 'qwen')),
      pi: packageVersion(resolveProgram('@earendil-works/pi-coding-agent', 'pi')),
      peer: `qwen-cli-mcp@${PEER_VERSION}`,
    },
  };
}

/** The machine in one line. */
export function machineLine({ date, platform, processor, cores, memoryGb, load, versions }: Machine): string {
  const programs = Object.entries(versions).map(([name, version]) =>
    name === 'peer' ? version : `${name} ${version}`,
  );
  return `${cores} cores (${processor}), ${memoryGb} GB, ${platform}, load ${load}; ${programs.join(', ')}; ${date}`;
}

/** The version of the package that a file belongs to. */
function packageVersion(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
      if (version !== undefined) return version;
    } catch {
      // The manifest is further up.
    }
  }
  return 'unknown';
}
