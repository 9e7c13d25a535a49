import { type AgentHome, createAgentHome } from './agent-home.js';
import { resolveProgram } from './resolve-program.js';

/** What `createPiHome()` takes. */
export interface PiHomeOptions {
  /** The model to talk to; anything with a `baseUrl` ending in `/v1`. */
  readonly model: { readonly baseUrl: string };
  /** Variables to add or to replace. */
  readonly env?: Readonly<Record<string, string>>;
  /** Top-level fields of `settings.json` to add or to replace. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * A home for the real pi (1.6.0) with the models `fake/fake-1` (text) and `fake/fake-think` (reasoning and images).
 * Retries wait 50 ms instead of 2 s.
 */
export function createPiHome(options: PiHomeOptions): Promise<AgentHome> {
  const models = [
    {
      id: 'fake-1',
      name: 'Scripted',
      contextWindow: 120_000,
      maxTokens: 4000,
      cost: { input: 1, output: 4, cacheRead: 0.25, cacheWrite: 0 },
    },
    {
      id: 'fake-think',
      name: 'Scripted with reasoning',
      reasoning: true,
      input: ['text', 'image'],
      contextWindow: 180_000,
      maxTokens: 8000,
      cost: { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 0 },
    },
  ];
  const fake = { baseUrl: options.model.baseUrl, api: 'openai-completions', apiKey: 'scripted-key', models };
  const settings = {
    defaultProvider: 'fake',
    defaultModel: 'fake-1',
    enableInstallTelemetry: false,
    retry: { baseDelayMs: 50 },
    ...options.settings,
  };
  return createAgentHome({
    name: 'pi',
    program: resolveProgram('@earendil-works/pi-coding-agent', 'pi'),
    files: { '.pi/agent/models.json': { providers: { fake } }, '.pi/agent/settings.json': settings },
    environment: (home) => ({
      PI_CODING_AGENT_DIR: `${home}/.pi/agent`,
      PI_OFFLINE: '1',
      PI_TELEMETRY: '0',
      PI_SKIP_VERSION_CHECK: '1',
    }),
    overrides: options.env,
  });
}
