import { setTimeout as delay } from 'node:timers/promises';
import { hang, startScriptedModel } from '@agentmount/testkit';
import type { Benchmark } from '../figures/benchmark.js';
import { interleave, medians, type Subject, valuesOf } from '../figures/interleave.js';
import { median } from '../figures/statistics.js';
import { pi, qwen } from '../programs/bench-agent.js';
import { installPeer, PEER_VERSION } from '../programs/peer.js';
import { type ServedAgent, serveAgent } from '../programs/served-agent.js';

const OURS = 'qwen-cli-mcp';
const PEER = `qwen-cli-mcp@${PEER_VERSION}`;
const LONGEST_MS = 120_000;
const FIGURE = 's to no process left';

/** How long an agent goes on after the host has cancelled its call. */
export const cancel: Benchmark = {
  name: 'cancel',
  about:
    'From the cancelling of a call, while the agent waits for its model, to the moment at which no process of the agent is left.',
  async run({ quick }) {
    await using model = await startScriptedModel({ otherwise: hang({ firstWords: 'Let me ' }) });
    const variables = { SPARES: '0' };
    await using ofQwen = await serveAgent(qwen, model, { variables });
    await using ofPi = await serveAgent(pi, model, { variables });
    await using peer = await serveAgent(qwen, model, { program: await installPeer() });
    const prompted = (what: string, served: ServedAgent, tool: string): Subject => {
      let number = 0;
      return {
        what,
        async run() {
          number += 1;
          const prompt = `Number ${number} for ${what}.`;
          const cancelling = new AbortController();
          const call = served.client.call(tool, { prompt }, { signal: cancelling.signal, timeoutMs: 600_000 });
          const ended = call.then(
            () => undefined,
            () => undefined,
          );
          await Promise.race([model.waitForRequest(prompt, 120_000), ended]);
          if ((await served.agentProcesses()).length === 0) throw new Error(`${what}: no process to be cancelled`);
          const since = performance.now();
          cancelling.abort(new Error('cancelled'));
          while ((await served.agentProcesses()).length > 0) {
            if (performance.now() - since > LONGEST_MS) throw new Error(`${what}: the agent goes on and on`);
            await delay(5);
          }
          await ended;
          return { [FIGURE]: (performance.now() - since) / 1_000 };
        },
      };
    };
    const rounds = await interleave(
      [prompted(OURS, ofQwen, 'qwen'), prompted('pi-cli-mcp', ofPi, 'pi'), prompted(PEER, peer, 'qwen')],
      quick ? 1 : 7,
      0,
    );
    const bar = (what: string, isOurs: boolean) => {
      return { label: what, value: median(valuesOf(rounds, what, FIGURE)), isOurs };
    };
    return {
      rows: medians(rounds, PEER, FIGURE),
      chart: [{ title: 'Cancelled: until no process is left', unit: 's', bars: [bar(OURS, true), bar(PEER, false)] }],
    };
  },
};
