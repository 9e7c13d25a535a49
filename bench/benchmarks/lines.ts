import type { Benchmark, Measurement } from '../figures/benchmark.js';
import { startHostileServer } from '../programs/hostile-server.js';

const MB = 1_000_000;
/** How much is sent in lines of each length. */
const VOLUME = 200;

/** What a megabyte costs in lines of different lengths. */
export const lines: Benchmark = {
  name: 'lines',
  about: `Processor time of the server for each MB, of ${VOLUME} MB in lines of different lengths; it must not grow with the line.`,
  async run({ quick }) {
    const measurements: Measurement[] = [];
    for (const limit of [8, 64]) {
      let first: number | undefined;
      for (const length of [1, 7.9, 50]) {
        const cost = await costOf(length, limit, quick ? 50 : VOLUME);
        first ??= cost;
        const kept = length < limit ? 'read' : 'dropped, and declared';
        measurements.push({
          what: `lines of ${length} MB, limit ${limit} MB (${kept})`,
          figures: { 'ms a MB': cost, 'times that of 1 MB': cost / first },
        });
      }
    }
    return { rows: measurements };
  },
};

async function costOf(length: number, limit: number, volume: number): Promise<number> {
  const times = Math.max(1, Math.round(volume / length));
  const variables = { MAX_LINE: String(limit * MB), MAX_CAPTURE: String(2 * limit * MB) };
  await using hostile = await startHostileServer('floods-line', { bytes: length * MB, times }, variables);
  const before = await hostile.cpuMs();
  await hostile.runTurn('go');
  return ((await hostile.cpuMs()) - before) / (times * length);
}
