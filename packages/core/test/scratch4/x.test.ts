import { it } from 'vitest';
import { createToyRunner } from '../runner/toy-runner.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
it('x', async () => {
  const t0 = performance.now();
  const lap = (s: unknown) => console.log(s, Math.round(performance.now() - t0));
    const program = `#!/bin/sh
echo '{"type":"hello","session":"toy-00c0ffee"}'
cat > /dev/null
echo '{"type":"started"}'
printf '{"type":"delta","text":"%0200000d"}\\n' 7
echo '{"type":"done","answer":"short"}'
`;
    const toy = await createToyRunner({
      program,
      settings: { maxLine: 100_000 },
      adapter: toyAdapter() as never,
    });
    lap('made');
    const turn = await toy.runner.start({ prompt: 'x', transport: 'once' });
    turn.onChange((v) => lap(v.state));
    const report = await turn.report;
    lap(report.notices);
    await toy[Symbol.asyncDispose]();
    lap('disposed');
});
