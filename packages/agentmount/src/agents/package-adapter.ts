import { pathToFileURL } from 'node:url';
import { type AgentAdapter, CONTRACT_VERSION, traitsOf } from '@agentmount/core';
import { turnArguments } from '@agentmount/server';
import { UsageError } from '../program/usage-error.js';
import { packageEntry } from './package-entry.js';

/**
 * The adapter that a third party's package exports, as its default or as `adapter`. Throws a {@link UsageError} when there is no such
 * package, it cannot be loaded, exports no adapter, or one that was written for another version of the contract.
 * @param path absolute: the package's folder, or a module @param name what sentences call it
 */
export async function packageAdapter(path: string, name: string): Promise<AgentAdapter> {
  const shown = name === path ? path : `${name} (${path})`;
  const entry = await packageEntry(path).catch(() => undefined);
  if (entry === undefined)
    throw new UsageError(`${shown} is no package that can be imported: it has no entry of its own.`);
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(entry).href);
  } catch (error) {
    const [reason] = String((error as Error)?.message ?? error).split('\n');
    throw new UsageError(`${shown} cannot be loaded: ${reason}`);
  }
  const adapter = [module.default, module.adapter].find(hasContract);
  if (adapter === undefined) {
    throw new UsageError(
      `${shown} exports no adapter: its default export, or one named "adapter", has to be what defineAdapter of @agentmount/core gives.`,
    );
  }
  if (adapter.contract !== CONTRACT_VERSION) {
    const newer = adapter.contract > CONTRACT_VERSION;
    throw new UsageError(
      `${shown} was written for version ${adapter.contract} of the adapter contract, and this program runs version ${CONTRACT_VERSION}; ` +
        `update ${newer ? 'agentmount' : `${name}, or ask its author to`}.`,
    );
  }
  try {
    for (const transport of adapter.transports) traitsOf(adapter, transport);
    turnArguments(adapter);
  } catch (error) {
    throw new UsageError(`${shown} has an adapter that cannot be used: ${(error as Error).message}.`);
  }
  return adapter;
}

function hasContract(value: unknown): value is AgentAdapter {
  const { contract, name, transports, options } = (value ?? {}) as Partial<AgentAdapter>;
  return (
    Number.isInteger(contract) &&
    typeof name === 'string' &&
    Array.isArray(transports) &&
    typeof options === 'object' &&
    options !== null
  );
}
