import { type AgentAdapter, CONTRACT_VERSION } from './adapter.js';

/** Why an adapter of another contract version cannot run, and what to do about it; says nothing about one that fits. */
export function contractProblem(adapter: Pick<AgentAdapter, 'name' | 'contract'>): string {
  const { name, contract } = adapter;
  const both = `adapter ${name} was written for contract ${contract}, and this core runs contract ${CONTRACT_VERSION}`;
  const newer = typeof contract === 'number' && contract > CONTRACT_VERSION;
  return newer
    ? `${both}: update @agentmount/core and what is built on it`
    : `${both}: update the adapter's package, or use the release of agentmount that it was written for`;
}
