import type { ProviderConfiguration } from '../configuration/configuration.js';
import type { ContextProvider } from './context-provider.js';
import { createGenericHttpProvider } from './generic-http-search-v1.js';
import type { HttpClient } from './http/http-client.js';
import { createMem0Provider } from './mem0-platform-v3.js';

/** The provider that a configuration names. */
export function createProvider(configuration: ProviderConfiguration, client: HttpClient): ContextProvider {
  switch (configuration.type) {
    case 'mem0-platform-v3':
      return createMem0Provider(configuration, client);
    case 'generic-http-search-v1':
      return createGenericHttpProvider(configuration, client);
  }
}
