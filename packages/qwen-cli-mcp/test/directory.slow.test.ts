import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text, tool } from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

const CONTEXT = 'a sentence of the context file';
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop'];

/** What SECURITY.md and the README say of the directory that a caller names as `cwd`, seen with qwen 0.24.4. */
describe("a directory's own files", () => {
  it.each(['yolo', 'plan'])('act in mode %s: hooks run commands, the context file reaches the model', async (mode) => {
    await using scenario = await startScenario(qwenAgent, { ENV_ALLOW: 'HOME,PATH,QWEN_*,OPENAI_*' });
    const { model, home } = scenario;
    const traces = join(home.work, 'traces');
    await mkdir(traces);
    await mkdir(join(home.work, '.qwen'));
    await writeFile(join(home.work, '.env'), 'FROM_THE_DIRECTORY=yes\n');
    await writeFile(join(home.work, 'QWEN.md'), `${CONTEXT}\n`);
    const leave = (name: string) => ({ type: 'command', command: `echo ran > ${join(traces, name)}` });
    const hooks = Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [leave(event)] }]]));
    const mcpServers = { probe: { command: 'sh', args: ['-c', `echo ran > ${join(traces, 'mcp')}`] } };
    await writeFile(join(home.work, '.qwen', 'settings.json'), JSON.stringify({ hooks, mcpServers }));
    model.script('go', [
      tool('run_shell_command', {
        command: `echo "$FROM_THE_DIRECTORY" > ${join(traces, 'env')}`,
        description: 'Look at a variable',
        is_background: false,
      }),
      (request) => text(`context file: ${JSON.stringify(request).includes(CONTEXT)}`),
    ]);

    const client = await scenario.connect();
    const result = await client.call('qwen', { prompt: 'go', cwd: home.work, approval_mode: mode });

    expect(result.text).toContain('context file: true');
    const trace = (name: string) => readFile(join(traces, name), 'utf8').catch(() => 'none');
    for (const event of EVENTS) expect([event, await trace(event)]).toEqual([event, 'ran\n']);
    expect(await trace('mcp')).toBe(mode === 'yolo' ? 'ran\n' : 'none');
    // The variables of `.env` pass ENV_ALLOW by and are the agent's, and so its tools'; in mode plan none ran that could show them.
    expect(await trace('env')).toBe(mode === 'yolo' ? 'yes\n' : 'none');
  });
});
