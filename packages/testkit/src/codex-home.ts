import { type AgentHome, createAgentHome } from './agent-home.js';
import { installedProgram } from './installed-program.js';

/** What `createCodexHome()` takes. */
export interface CodexHomeOptions {
  /** The model to talk to; anything with a `baseUrl` ending in `/v1` that speaks the Responses API. */
  readonly model: { readonly baseUrl: string };
  /** Variables to add or to replace. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lines for the top of `config.toml`. */
  readonly config?: readonly string[];
  /** MCP servers that codex starts, by name: the file to run with Node.js. */
  readonly mcpServers?: Readonly<Record<string, string>>;
}

/**
 * A home for the real codex (0.171.0), which `npm run test:agents` installs. It does not retry, and it knows nothing of the model but
 * its name: in every turn it warns of that.
 */
export function createCodexHome(options: CodexHomeOptions): Promise<AgentHome> {
  const config = [
    ...(options.config ?? []),
    'model = "fake-1"',
    'model_provider = "scripted"',
    'check_for_update_on_startup = false',
    '',
    // Its sandbox makes an empty folder .git in every place it may write to (0.171.0), the machine's /tmp among them.
    '[sandbox_workspace_write]',
    'exclude_slash_tmp = true',
    '',
    '[analytics]',
    'enabled = false',
    '',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = ${JSON.stringify(options.model.baseUrl)}`,
    'env_key = "SCRIPTED_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    '',
    ...Object.entries(options.mcpServers ?? {}).flatMap(([name, file]) => [
      `[mcp_servers.${name}]`,
      `command = ${JSON.stringify(process.execPath)}`,
      `args = [${JSON.stringify(file)}]`,
      '',
    ]),
  ];
  return createAgentHome({
    name: 'codex',
    program: installedProgram('@openai/codex'),
    files: { '.codex/config.toml': config.join('\n') },
    environment: (home) => ({ CODEX_HOME: `${home}/.codex`, SCRIPTED_KEY: 'scripted-key' }),
    overrides: options.env,
  });
}
