import { ConfigurationError } from './configuration-error.js';
import { type Environment, variable } from './environment.js';

/**
 * Visible ASCII is what fits into a header without escaping. A shorter value would, when it is taken out of a prompt, take
 * ordinary words with it.
 */
const usableCredential = /^[\x21-\x7e]{8,4096}$/;

/**
 * The provider credential.
 * @param name the variable that the configuration names
 * @throws ConfigurationError `credential` when the variable is absent, or its value cannot be a credential
 */
export function readCredential(environment: Environment, name: string): string {
  const value = variable(environment, name);
  if (value === undefined || !usableCredential.test(value)) throw new ConfigurationError('credential');
  return value;
}
