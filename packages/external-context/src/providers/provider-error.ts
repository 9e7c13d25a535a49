/**
 * A search that brought nothing, for whatever reason. It carries no cause: an address, a status, a response or a credential
 * that is not in it cannot be printed by anybody who catches it.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor() {
    super('The external context search failed: try again later, or go on without it.');
  }
}
