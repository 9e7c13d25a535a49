import type { AgentAdapter } from '@agentmount/core';

/** Throws a `TypeError` when two adapters have one name: their tools and variables could not be told apart. */
export function assertDifferentNames(adapters: readonly Pick<AgentAdapter, 'name'>[]): void {
  const names = adapters.map((adapter) => adapter.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new TypeError(`two adapters have the name ${twice}: their tools could not be told apart`);
}
