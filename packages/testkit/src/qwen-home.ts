import { type AgentHome, createAgentHome } from './agent-home.js';
import { resolveProgram } from './resolve-program.js';

/** What `createQwenHome()` takes. */
export interface QwenHomeOptions {
  /** The model to talk to; anything with a `baseUrl` ending in `/v1`. */
  readonly model: { readonly baseUrl: string };
  /** Variables to add or to replace. */
  readonly env?: Readonly<Record<string, string>>;
  /** Top-level fields of `settings.json` to add or to replace. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * A home for the real qwen (0.24.4) with the models `fake-1` and `fake-2`. Statistics, updates and memory are off:
 * with memory on, qwen makes model requests of its own after each turn.
 */
export function createQwenHome(options: QwenHomeOptions): Promise<AgentHome> {
  const { baseUrl } = options.model;
  const entry = (id: string, name: string, generationConfig: Record<string, unknown>) => {
    return { id, name, baseUrl, envKey: 'OPENAI_API_KEY', generationConfig };
  };
  const settings = {
    $version: 4,
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
    agents: { crossSessionMessaging: false },
    security: { auth: { selectedType: 'openai' } },
    model: { name: 'fake-1' },
    modelProviders: {
      openai: [
        entry('fake-1', 'First scripted model', { contextWindowSize: 150_000 }),
        entry('fake-2', 'Second scripted model', { contextWindowSize: 80_000, maxRetries: 1 }),
      ],
    },
    ...options.settings,
  };
  return createAgentHome({
    name: 'qwen',
    program: resolveProgram('@qwen-code/qwen-code', 'qwen'),
    files: { '.qwen/settings.json': settings },
    environment: (home) => ({
      QWEN_HOME: `${home}/.qwen`,
      QWEN_TELEMETRY_ENABLED: 'false',
      QWEN_USAGE_STATISTICS_ENABLED: 'false',
      OPENAI_API_KEY: 'scripted-key',
      OPENAI_BASE_URL: baseUrl,
      OPENAI_MODEL: 'fake-1',
    }),
    overrides: options.env,
  });
}
