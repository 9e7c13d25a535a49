import { type AgentHome, startLineProcess } from '@agentmount/testkit';
import type { BenchAgent } from './bench-agent.js';

const LONGEST_MS = 900_000;

/** Runs the agent by itself, as a person would in a script, up to the end of its process. @throws Error when it fails */
export async function directRun(agent: BenchAgent, home: AgentHome, prompt: string, expected: string): Promise<void> {
  const { env, work: cwd } = home;
  const args = agent.directArgs(prompt);
  await using run = await startLineProcess({ command: home.bin, args, env, cwd });
  run.endInput();
  const hangs = setTimeout(() => run.kill('SIGKILL'), LONGEST_MS);
  const { code } = await run.exited;
  clearTimeout(hangs);
  await run.outputEnded;
  if (code === 0 && run.lines.some((line) => line.includes(expected))) return;
  throw new Error(`${agent.name} ended with ${code} and said ${run.lines.join('\n')}\n${run.stderr()}`);
}
