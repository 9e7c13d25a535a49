import { join } from 'node:path';
import type { Host, HostPlace, HostServer } from './host.js';
import { shellWord } from './shell-word.js';

/** How long a delegated task may take, s: a host that gives up before has the turn stopped. */
const HOUR_S = 3600;
/** How long a first start may take, s: npx downloads the package then. */
const START_S = 60;
/** The most that Zed allows, s. */
const ZED_MOST_S = 600;

const start = ({ command, args }: HostServer) => ({ command, args: [...args] });

/**
 * The hosts whose configuration is known. Their limits, as far as they were seen or are documented in November 2026: no host extends
 * the limit of a call by progress, so that it has to be long from the start.
 */
export const allHosts: readonly Host[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    servers: ['mcpServers'],
    file: ({ home, environment }) => join(environment.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    entry: (server) => ({ type: 'stdio', ...start(server), env: {}, timeout: HOUR_S * 1000 }),
    command: ({ name }, entry) => `claude mcp add-json ${name} -s user ${shellWord(JSON.stringify(entry))}`,
    note: 'timeout is in milliseconds. End running sessions of Claude Code before writing: it keeps the file in memory.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: ['mcp_servers'],
    file: ({ home, environment }) => join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    entry: (server) => ({ ...start(server), startup_timeout_sec: START_S, tool_timeout_sec: HOUR_S }),
    note: 'Codex hands only a few environment variables on: name others that the agent needs (keys, proxies) in env_vars = ["NAME"].',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    servers: ['mcpServers'],
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    entry: start,
    note: 'Cursor has no setting for its limit of about a minute a call; the server returns a note before that, and the wait tool gets the answer.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    servers: ['servers'],
    file: (place) => join(configFolder(place), 'Code', 'User', 'mcp.json'),
    entry: (server) => ({ type: 'stdio', ...start(server) }),
    command: ({ name }, entry) => `code --add-mcp ${shellWord(JSON.stringify({ name, ...entry }))}`,
    note: 'VS Code has no setting for the limit of a call; the server returns a note before it, and the wait tool gets the answer.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    servers: ['mcpServers'],
    file: ({ home, environment }) => join(environment.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
    entry: (server) => ({ ...start(server), timeout: HOUR_S * 1000 }),
    note: 'timeout is in milliseconds.',
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    format: 'json',
    servers: ['mcpServers'],
    file: ({ home, environment }) => join(environment.QWEN_HOME || join(home, '.qwen'), 'settings.json'),
    entry: (server) => ({ ...start(server), timeout: HOUR_S * 1000 }),
    note: 'timeout is in milliseconds.',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    servers: ['mcpServers'],
    file: (place) => join(configFolder(place), 'Claude', 'claude_desktop_config.json'),
    // Started from a dock, it has not the PATH of a terminal, and would find neither Node.js nor the agent.
    entry: (server, { platform, environment }) => ({
      ...start(server),
      ...(platform !== 'win32' && environment.PATH && { env: { PATH: environment.PATH } }),
    }),
    note: 'Claude Desktop has no setting for its limit of one to four minutes a call; the server returns a note before that, and the wait tool gets the answer. Start it anew after a change.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    servers: ['context_servers'],
    file: (place) =>
      place.platform === 'darwin'
        ? join(place.home, '.config', 'zed', 'settings.json')
        : join(configFolder(place), place.platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
    entry: (server) => ({ ...start(server), env: {}, timeout: ZED_MOST_S }),
    note: 'timeout is in seconds, and 600 is the most that Zed allows; the server returns a note before a limit, and the wait tool gets the answer.',
  },
];

/** Where a platform's programs keep their configuration. */
function configFolder({ platform, home, environment }: HostPlace): string {
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return environment.XDG_CONFIG_HOME || join(home, '.config');
}
