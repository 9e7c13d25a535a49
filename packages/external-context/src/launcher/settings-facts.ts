/** A command that qwen runs for each submitted prompt. */
export interface PromptHook {
  readonly command: string;
  /** As written: qwen 0.24.4 reads numbers below 1,000 as seconds. */
  readonly timeout: unknown;
}

/** A part of parsed JSON by its path, such as `tools.approvalMode`; undefined where there is none. */
export function settingAt(settings: unknown, path: string): unknown {
  let value = settings;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Whether a setting is a list that holds a text. */
export function listHas(settings: unknown, path: string, text: string): boolean {
  const list = settingAt(settings, path);
  return Array.isArray(list) && list.includes(text);
}

/** All command hooks for `UserPromptSubmit` in some settings. */
export function promptHooks(settings: unknown): PromptHook[] {
  const groups = settingAt(settings, 'hooks.UserPromptSubmit');
  if (!Array.isArray(groups)) return [];
  return groups
    .flatMap((group) => settingAt(group, 'hooks') ?? [])
    .flatMap((hook) => {
      const command = settingAt(hook, 'command');
      return typeof command === 'string' ? [{ command, timeout: settingAt(hook, 'timeout') }] : [];
    });
}

/** Whether settings, an `.mcp.json` or an extension's manifest bring the search server along, under its name or another. */
export function bringsSearchServer(settings: unknown): boolean {
  const servers = settingAt(settings, 'mcpServers');
  if (typeof servers !== 'object' || servers === null) return false;
  return Object.entries(servers).some(([name, server]) => {
    return name === 'external-context' || (JSON.stringify(server) ?? '').includes('search-server.js');
  });
}
