import { type AgentHome, createAgentHome } from './agent-home.js';
import { resolveProgram } from './resolve-program.js';

/** What `createKimiHome()` takes. */
export interface KimiHomeOptions {
  /** The model to talk to; anything with a `baseUrl` ending in `/v1`. */
  readonly model: { readonly baseUrl: string };
  /** Variables to add or to replace. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lines for the top of `config.toml`. */
  readonly config?: readonly string[];
}

/**
 * A home for the real kimi (2.1.0) with the models `fake-1` and `fake-2`. kimi reads no key of a model from the environment, so
 * the configuration holds the scripted one.
 */
export function createKimiHome(options: KimiHomeOptions): Promise<AgentHome> {
  const entry = (id: string, name: string, contextSize: number) => [
    `[models.${id}]`,
    'provider = "scripted"',
    `model = "${id}"`,
    `display_name = "${name}"`,
    `max_context_size = ${contextSize}`,
    'capabilities = ["image_in"]',
    '',
  ];
  const config = [
    ...(options.config ?? []),
    'default_model = "fake-1"',
    'telemetry = false',
    '',
    '[providers.scripted]',
    'type = "openai"',
    `base_url = "${options.model.baseUrl}"`,
    'api_key = "scripted-key"',
    '',
    ...entry('fake-1', 'First scripted model', 150_000),
    ...entry('fake-2', 'Second scripted model', 80_000),
  ];
  return createAgentHome({
    name: 'kimi',
    program: resolveProgram('@moonshot-ai/kimi-code', 'kimi'),
    files: { '.kimi-code/config.toml': config.join('\n') },
    environment: (home) => ({
      KIMI_CODE_HOME: `${home}/.kimi-code`,
      KIMI_DISABLE_TELEMETRY: '1',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
    }),
    overrides: options.env,
  });
}
