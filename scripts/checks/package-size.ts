import { statSync } from 'node:fs';
import type { PackedPackage } from './packed-package.ts';

/** What an archive may weigh, in thousands of bytes: what it weighed when it was last looked at, and a tenth. A new package needs a line. */
const MOST_KB: Readonly<Record<string, number>> = {
  '@agentmount/acp': 60,
  '@agentmount/adapter-acp': 20,
  '@agentmount/adapter-claude': 70,
  '@agentmount/adapter-codex': 70,
  '@agentmount/adapter-pi': 70,
  '@agentmount/adapter-qwen': 75,
  '@agentmount/core': 495,
  '@agentmount/server': 135,
  agentmount: 400,
  'pi-cli-mcp': 295,
  'qwen-cli-mcp': 315,
};

/** What is wrong with the sizes of the archives, one sentence each. */
export function sizeProblems(packed: readonly PackedPackage[]): string[] {
  return packed.flatMap(({ archive, manifest: { name } }) => {
    const size = Math.ceil(statSync(archive).size / 1000);
    const most = MOST_KB[name];
    if (most === undefined) return [`${name} weighs ${size} kB: give it a limit in scripts/checks/package-size.ts.`];
    if (size <= most) return [];
    return [
      `${name} weighs ${size} kB, and ${most} are allowed: find out what was added, or raise scripts/checks/package-size.ts.`,
    ];
  });
}
