import {
  type AgentHome,
  connectClient,
  createQwenHome,
  type ScriptedModel,
  startLineProcess,
  startScriptedModel,
  text,
} from '@agentmount/testkit';
import { PROGRAM } from './hostile-server.js';
import type { Benchmark, Measurement } from './measurement.js';

/** Many starts of the real qwen at once, through the server with default settings and without it. */
export const starts: Benchmark = {
  name: 'starts',
  about:
    'Runs of the real qwen on a scripted model, all begun at once: by the server with default settings, and as that many `qwen -p`.',
  async run() {
    const direct = await withHome((home, model) => directRuns(home, model, 16));
    const first = direct.figures['ms a run'] ?? 0;
    const served = [
      await withHome((home, model) => calls(home, model, 16)),
      await withHome((home, model) => calls(home, model, 64)),
    ];
    return [direct, ...served].map(({ what, figures }) => ({
      what,
      figures: { ...figures, 'times that of 16 direct': (figures['ms a run'] ?? 0) / first },
    }));
  },
};

async function withHome(run: (home: AgentHome, model: ScriptedModel) => Promise<Measurement>): Promise<Measurement> {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  return await run(home, model);
}

async function directRuns(home: AgentHome, model: ScriptedModel, count: number): Promise<Measurement> {
  const tasks = script(model, count);
  const since = performance.now();
  const runs = tasks.map(async (task) => {
    const args = ['-p', task, '--approval-mode=yolo'];
    await using qwen = await startLineProcess({ command: home.bin, args, env: home.env, cwd: home.work });
    qwen.endInput();
    const { code } = await qwen.waitForExit(900_000);
    return code === 0 && qwen.lines.some((line) => line.includes(`Answer to ${task}`));
  });
  return measured(`${count} direct runs`, await Promise.all(runs), since);
}

async function calls(home: AgentHome, model: ScriptedModel, count: number): Promise<Measurement> {
  const tasks = script(model, count);
  await using client = await connectClient({
    sdk: '1.x',
    command: process.execPath,
    args: [PROGRAM],
    env: home.env,
    cwd: home.work,
    // A host whose calls may take as long as they take.
    clientInfo: { name: 'claude-code', version: '1.0.0' },
  });
  const since = performance.now();
  const runs = tasks.map(async (prompt) => {
    const result = await client.call('qwen', { prompt }, { timeoutMs: 1_800_000 });
    return !result.isError && result.text.includes(`Answer to ${prompt}`);
  });
  return measured(`${count} calls of the server`, await Promise.all(runs), since);
}

function script(model: ScriptedModel, count: number): string[] {
  const tasks = Array.from({ length: count }, (_, index) => `Task ${index} of ${count}.`);
  for (const task of tasks) model.script(task, [text(`Answer to ${task}`)]);
  return tasks;
}

function measured(what: string, succeeded: readonly boolean[], since: number): Measurement {
  const ms = performance.now() - since;
  return {
    what,
    figures: { succeeded: succeeded.filter(Boolean).length, 's in all': ms / 1_000, 'ms a run': ms / succeeded.length },
  };
}
