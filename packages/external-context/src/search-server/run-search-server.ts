import { loadConfiguration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { Environment } from '../configuration/environment.js';
import { createProvider } from '../providers/create-provider.js';
import { createHttpClient } from '../providers/http/http-client.js';
import { LineTransport } from './line-transport.js';
import { serveSearch } from './serve-search.js';

/** What a failed start says when the reason is not one of the configuration's own. */
const unexpected = 'The external context search server could not start: ask the administrator to run the doctor.';

/**
 * Runs the search server on this process's stdin and stdout, with configuration and credential read now and never again.
 * Ends the process when the client ends the connection, or with exit code 1 and one line on stderr when it cannot start.
 */
export function runSearchServer(environment: Environment): void {
  // Warnings of the runtime go to stderr and may name addresses.
  process.removeAllListeners('warning');
  process.on('uncaughtException', () => process.exit(1));
  try {
    // Version 2 is understood, so that one configuration can be read by both programs; which runs is the launcher's choice.
    const { provider, timeoutMs } = loadConfiguration(environment);
    const client = createHttpClient(environment, timeoutMs);
    const line = new LineTransport(process.stdin, process.stdout);
    serveSearch(line, createProvider(provider, client), timeoutMs, () => process.exit(0));
  } catch (error) {
    const message = error instanceof ConfigurationError ? error.message : unexpected;
    process.stderr.write(`${message}\n`, () => process.exit(1));
  }
}
