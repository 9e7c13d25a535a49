import { setTimeout as delay } from 'node:timers/promises';
import { type FloodKind, type HostileKinds, type ServerWatch, watchServer } from '@agentmount/testkit';
import type { Benchmark, Measurement, Verdict } from '../figures/benchmark.js';
import { percentile } from '../figures/statistics.js';
import { startHostileServer } from '../programs/hostile-server.js';

const MB = 1_000_000;
const MEMORY = 'MB above idle';
const LONGEST = 'ping ms, longest';
const EVERYTHING: readonly FloodKind[] = ['text', 'texts', 'tools', 'calls', 'approvals', 'unknown'];

/** Memory above idle, and how long `ping` takes, while an agent or a host floods the server. */
export const flood: Benchmark = {
  name: 'flood',
  about:
    'Memory above idle (limit 100 MB) and the time of a ping (limit 200 ms on an idle machine) while something floods the server.',
  async run({ quick }) {
    const scale = quick ? 0.1 : 1;
    const messages = (megabytes: number, of: readonly FloodKind[], messageBytes?: number) => {
      const bytes = megabytes * scale * MB;
      return { bytes, of, ...(messageBytes === undefined ? {} : { messageBytes }) };
    };
    const flood = (what: string, megabytes: number, options: HostileKinds['floods-messages']) =>
      flooded(`${megabytes * scale} MB ${what}`, 'floods-messages', options, megabytes * scale);
    const rows = [
      await idle(),
      await flood('of mixed messages of 8 kB', 200, messages(200, EVERYTHING)),
      await flood('of text in messages of 1 MB', 200, messages(200, ['text'], MB)),
      await flood('of text in messages of 7.9 MB', 200, messages(200, ['texts'], 7.9 * MB)),
      await flooded('one line of 50 MB', 'floods-line', { bytes: 50 * MB }, 50),
      await flooded('50 MB of stderr', 'floods-stderr', { bytes: 50 * MB }, 50),
      await largeRequest(),
      await deafHost(quick ? 2_000 : 20_000),
    ];
    return { rows, verdicts: [worst(rows, MEMORY, 100), worst(rows, LONGEST, 200)] };
  },
};

/** The largest figure of any row: what must hold holds under every flood. */
function worst(rows: readonly Measurement[], name: string, limit: number): Verdict {
  const value = Math.max(...rows.map(({ figures }) => figures[name] ?? 0));
  return { what: `flood, the worst of all: ${name}`, value, limit, bound: 'most' };
}

async function idle(): Promise<Measurement> {
  await using hostile = await startHostileServer('keeps-sessions', {});
  return measured('nothing', await watchServer(hostile.server, () => delay(2_000)));
}

async function flooded<Kind extends keyof HostileKinds>(
  what: string,
  kind: Kind,
  options: HostileKinds[Kind],
  megabytes: number,
): Promise<Measurement> {
  await using hostile = await startHostileServer(kind, options);
  const since = performance.now();
  const watch = await watchServer(hostile.server, async () => void (await hostile.runTurn('go')));
  return measured(what, watch, megabytes / ((performance.now() - since) / 1_000));
}

/** One byte more than the longest message that the server takes, and then some. */
async function largeRequest(): Promise<Measurement> {
  await using hostile = await startHostileServer('keeps-sessions', {});
  const { server } = hostile;
  const line = `{"jsonrpc":"2.0","id":"large","method":"tools/call","params":{"name":"qwen","arguments":{"prompt":"${'x'.repeat(9 * MB)}"}}}`;
  const watch = await watchServer(server, async () => {
    await server.send(line);
    await server.next(({ id }) => id === 'large');
  });
  return measured('a request of 9 MB', watch);
}

/** A host that asks and does not read: nothing can be answered meanwhile, so that only the memory counts. */
async function deafHost(asked: number): Promise<Measurement> {
  await using hostile = await startHostileServer('keeps-sessions', {});
  const { server } = hostile;
  const watch = await watchServer(server, async () => {
    server.pauseOutput();
    const sending = (async () => {
      for (let id = 0; id < asked; id += 1) await server.send({ jsonrpc: '2.0', id, method: 'tools/list' });
    })();
    await delay(3_000);
    server.resumeOutput();
    await sending;
    await server.next(({ id }) => id === asked - 1, 600_000);
  });
  const { figures } = measured('', watch);
  return { what: 'a host that does not read for 3 s', figures: { [MEMORY]: figures[MEMORY] ?? 0 } };
}

function measured(what: string, { idle: before, peak, pings }: ServerWatch, speed?: number): Measurement {
  return {
    what,
    figures: {
      [MEMORY]: (peak - before) / MB,
      'ping ms, median': percentile(pings, 0.5),
      'ping ms, 99 %': percentile(pings, 0.99),
      [LONGEST]: Math.max(...pings),
      ...(speed === undefined ? {} : { 'MB a second': speed }),
    },
  };
}
