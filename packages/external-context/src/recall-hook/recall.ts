import { loadConfiguration } from '../configuration/configuration.js';
import type { Environment } from '../configuration/environment.js';
import { canonicalFolder, isInside } from '../configuration/repository-root.js';
import { renderContext } from '../context/render-context.js';
import { createProvider } from '../providers/create-provider.js';
import { createHttpClient } from '../providers/http/http-client.js';
import { deriveQuery } from './derive-query.js';
import { readSubmittedPrompt } from './submitted-prompt.js';

/**
 * What the corpus has to say about an event's prompt. Configuration and credential are not read for an event that will not
 * lead to a search anyway.
 * @param event one event as qwen writes it to a hook, parsed
 * @returns the context for the model, or undefined when there is none
 * @throws ConfigurationError or ProviderError; the caller answers both with nothing
 */
export async function recall(event: unknown, environment: Environment): Promise<string | undefined> {
  const prompt = readSubmittedPrompt(event);
  if (prompt === undefined) return undefined;
  const { autoRecall, provider } = loadConfiguration(environment);
  if (autoRecall === undefined) return undefined;
  const folder = canonicalFolder(prompt.cwd);
  if (folder === undefined || !isInside(autoRecall.repositoryRoot, folder)) return undefined;
  const query = deriveQuery(prompt.text, provider.credential);
  if (query === undefined) return undefined;
  const client = createHttpClient(environment, autoRecall.timeoutMs);
  const items = await createProvider(provider, client).search(query, AbortSignal.timeout(autoRecall.timeoutMs));
  return items.length === 0 ? undefined : renderContext(items);
}
