import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  expectNoProcesses,
  hang,
  hold,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRun } from './agent-run.js';

describe('stream, the real qwen', () => {
  let model: ScriptedModel;
  let home: AgentHome;
  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createQwenHome({ model });
  });
  afterAll(async () => {
    await home.dispose();
    await model.close();
  });

  it('smoke', async () => {
    model.script('fix it', [
      tool('write_file', { file_path: join(home.work, 'a.txt'), content: 'x' }, { thinking: 'hm', text: 'I write.' }),
      text('All done.'),
    ]);
    await using run = await startRun(home, { options: { effort: 'high' } });
    const events = await run.turn('fix it');
    console.log(events);
    console.log(await run.turn('/clear'));
    run.models();
    await run.until('models');
    console.log(run.events.slice(-3));
    console.log(await run.end());
  });
});
