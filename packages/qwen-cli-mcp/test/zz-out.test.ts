import { createQwenHome, startLineProcess, startScriptedModel } from '@agentmount/testkit';
import { it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';
it('x', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model, env: { QWEN_MCP_APPROVAL_MODE: 'plan', QWEN_MCP_SPARES: '2' } });
  const go = async (args: string[], env = home.env) => {
    await using p = await startLineProcess({ command: process.execPath, args: [qwenAgent.program, ...args], env, cwd: home.work });
    p.endInput(); const e = await p.waitForExit(); await p.outputEnded;
    console.log(`$ ${args.join(' ')} -> ${e.code}\n${p.lines.join('\n')}\n--stderr\n${p.stderr()}`);
  };
  await go(['doctor']);
  await go(['doctor', '--json']);
  await go(['hosts', 'codex']);
  await go(['hosts']);
  const { OPENAI_API_KEY: _k, OPENAI_BASE_URL: _u, OPENAI_MODEL: _m, ...bare } = home.env;
  await using empty = await createQwenHome({ model, settings: { security: {}, modelProviders: {}, model: {} } });
  await go(['doctor'], { ...bare, HOME: empty.home, QWEN_HOME: `${empty.home}/.qwen` });
  for (let i = 0; i < 3; i++) { const t = performance.now(); await go(['--version']); console.log(performance.now() - t); }
});
