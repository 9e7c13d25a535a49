import type { FloodKind } from '@agentmount/testkit';
import { residentBytes } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { floodServer, MB, MOST_ABOVE_IDLE, runTurn } from './flood-server.js';
import { startHostile } from './hostile-setup.js';

const KINDS: readonly FloodKind[] = ['text', 'texts', 'tools', 'calls', 'approvals', 'unknown'];

describe.runIf(process.platform === 'linux')('memory stays, and ping is answered, under 200 MB of nothing but', () => {
  describe.each(KINDS)('%s', (kind) => {
    it.each([60, 1 * MB, 7.9 * MB])('in messages of about %i bytes', async (messageBytes) => {
      const bytes = (messageBytes < 100 ? 50 : 200) * MB;
      const { setup, text, watch } = await floodServer('floods-messages', { bytes, of: [kind], messageBytes });
      await using _ = setup;
      expect(text).toContain('The flood is over.');
      expect(watch.peak - watch.idle).toBeLessThan(MOST_ABOVE_IDLE);
      expect(watch.pings.length).toBeGreaterThan(5);
    });
  });
});

describe.runIf(process.platform === 'linux')('memory does not grow with the number of turns', () => {
  it('whose prompts and answers are a million characters long', async () => {
    await using setup = await startHostile('floods-messages', { bytes: 900_000, of: ['text'], states: true });
    const server = await setup.raw();
    await server.initialize();
    for (let count = 0; count < 5; count += 1) await runTurn(server, `${count} ${'x'.repeat(1_000_000)}`);
    const before = await residentBytes(server.pid);
    for (let count = 0; count < 100; count += 1) {
      const text = await runTurn(server, `${count} ${'y'.repeat(1_000_000)}`);
      expect(text.length).toBeGreaterThan(800_000);
    }
    expect((await residentBytes(server.pid)) - before).toBeLessThan(MOST_ABOVE_IDLE);
  });
});
