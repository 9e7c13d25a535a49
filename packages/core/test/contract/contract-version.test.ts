import { describe, expect, it } from 'vitest';
import { contractProblem } from '../../src/contract/contract-version.js';
import { CONTRACT_VERSION } from '../../src/index.js';
import { createToyRunner } from '../runner/toy-runner.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';

const of = (contract: number) => ({ ...toyAdapter(), contract }) as never;

describe('an adapter of another contract', () => {
  it('is refused before anything is started, with what to update', async () => {
    await expect(createToyRunner({ adapter: of(CONTRACT_VERSION + 1) })).rejects.toThrow(
      new TypeError(
        `adapter toy was written for contract ${CONTRACT_VERSION + 1}, and this core runs contract ${CONTRACT_VERSION}: ` +
          'update @agentmount/core and what is built on it',
      ),
    );
    await expect(createToyRunner({ adapter: of(CONTRACT_VERSION - 1) })).rejects.toThrow(
      new TypeError(
        `adapter toy was written for contract ${CONTRACT_VERSION - 1}, and this core runs contract ${CONTRACT_VERSION}: ` +
          "update the adapter's package, or use the release of agentmount that it was written for",
      ),
    );
  });

  it('is named as it is, also when it says nothing of a version', () => {
    expect(contractProblem({ name: 'odd', contract: undefined as never })).toContain('for contract undefined, and');
  });
});
