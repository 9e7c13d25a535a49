import { type AgentHome, createPiHome, createQwenHome, type ScriptedModel } from '@agentmount/testkit';
import { builtServer } from './built-server.js';

/** An agent as the benchmarks use it: on its own, and behind its server. */
export interface BenchAgent {
  /** Prefix of the server's tools and, in capitals, of its variables. */
  readonly name: 'qwen' | 'pi';
  /** The built server that people start. */
  readonly server: string;
  createHome(model: ScriptedModel, env?: Readonly<Record<string, string>>): Promise<AgentHome>;
  /** Arguments of a run without a server. */
  directArgs(prompt: string): readonly string[];
}

export const qwen: BenchAgent = {
  name: 'qwen',
  server: builtServer('qwen-cli-mcp'),
  createHome: (model, env = {}) => createQwenHome({ model, env }),
  directArgs: (prompt) => ['-p', prompt, '--approval-mode=yolo'],
};

export const pi: BenchAgent = {
  name: 'pi',
  server: builtServer('pi-cli-mcp'),
  createHome: (model, env = {}) => createPiHome({ model, env }),
  directArgs: (prompt) => ['-p', prompt],
};
