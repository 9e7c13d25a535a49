import { machineTraces, scrubTranscript, type Transcript } from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import type { StartedPi } from './start-pi.js';

/** What the real pi said and was told, with places and third-party prose taken out. */
export function toTranscript(pi: StartedPi, home: AgentHome, note: string): Transcript {
  const header = {
    transcript: 1,
    adapter: 'pi',
    transport: pi.plan.transport,
    agentVersion: '1.6.0',
    plan: pi.plan,
    note,
    setup: { cwd: pi.plan.cwd, options: {}, approvalMs: 60_000 },
  } as const;
  const lines = pi.wire.map((line) => ('out' in line ? { out: withoutProse(line.out) } : line));
  return scrubTranscript({ header, lines }, machineTraces(home.env, { [home.directory]: '/home/ada/place' }));
}

/** A system message is pi's own prose: the names of its sections and tools are what an adapter may rely on. */
function withoutProse(frame: string): string {
  return JSON.stringify(JSON.parse(frame), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('role' in value) || value.role !== 'system') return value;
    const { sections = {}, toolsAdded = [], ...rest } = value as unknown as SystemMessage;
    return {
      ...rest,
      sections: Object.fromEntries(Object.keys(sections).map((name) => [name, '(left out)'])),
      toolsAdded: toolsAdded.map(({ name }) => ({ name })),
    };
  });
}

interface SystemMessage {
  readonly sections?: Readonly<Record<string, string>>;
  readonly toolsAdded?: readonly { readonly name: string }[];
}
