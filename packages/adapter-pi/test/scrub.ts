import type { Transcript } from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import type { StartedPi } from './start-pi.js';

/** What the real pi said and was told, with places and third-party prose taken out. */
export function toTranscript(pi: StartedPi, home: AgentHome, note: string): Transcript {
  const clean = (value: unknown) => scrub(value, [home.directory, '/home/ada/place']);
  const header = {
    transcript: 1,
    adapter: 'pi',
    transport: pi.plan.transport,
    agentVersion: '1.6.0',
    plan: clean(pi.plan),
    note,
    setup: { cwd: clean(pi.plan.cwd), options: {}, approvalMs: 60_000 },
  };
  return { header, lines: pi.wire.map((line) => cleanLine(line, clean)) } as unknown as Transcript;
}

function cleanLine(line: Record<string, unknown>, clean: (value: unknown) => unknown): unknown {
  const frame = 'out' in line ? 'out' : 'in' in line ? 'in' : undefined;
  if (frame === undefined) return clean(line);
  const text = String(line[frame]);
  return { [frame]: JSON.stringify(clean(JSON.parse(text))) };
}

function scrub(value: unknown, place: readonly [from: string, to: string]): unknown {
  if (typeof value === 'string') {
    // The name of the session folder has the place in it, too.
    const folder = (path: string) => path.replace(/^\//, '').replaceAll('/', '-');
    return value
      .replaceAll(place[0], place[1])
      .replaceAll(folder(place[0]), folder(place[1]))
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:9');
  }
  if (Array.isArray(value)) return value.map((entry) => scrub(entry, place));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // A system message is pi's own prose: the names of its sections and tools are what an adapter may rely on.
  if ('role' in value && value.role === 'system') return scrubSystem(value, place);
  return Object.fromEntries(entries.map(([key, entry]) => [key, scrub(entry, place)]));
}

function scrubSystem(message: object, place: readonly [string, string]): unknown {
  return Object.fromEntries(
    Object.entries(message).map(([key, value]) => {
      if (key === 'sections') return [key, Object.fromEntries(Object.keys(value).map((name) => [name, '(left out)']))];
      if (key === 'toolsAdded') return [key, value.map(({ name }: { name: string }) => ({ name }))];
      return [key, scrub(value, place)];
    }),
  );
}
