import { it } from 'vitest';
import { startHostile } from '../faults/hostile-setup.js';
it('x', async () => {
  const t0 = performance.now();
  const lap = (s: string) => console.log(s, Math.round(performance.now() - t0));
  await using setup = await startHostile('leaves-children', { after: 'answer' });
  lap('setup');
  const client = await setup.connect();
  lap('connected');
  const p = client.call('qwen', { prompt: 'go' }, { onProgress: (n) => lap(n.message ?? '') });
  await setup.agent.reached('children-left');
  lap('children');
  const r = await p;
  lap('answered');
  console.log(r.text);
  await setup.expectNothing({ besides: [client.pid] });
  lap('nothing');
});
