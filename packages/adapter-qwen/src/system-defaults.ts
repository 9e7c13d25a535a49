import { posix, win32 } from 'node:path';
import type { LaunchPlan, Machine } from '@agentmount/core';
import { isFields } from '@agentmount/core';

const FILE = 'system-defaults.json';

/** The file that qwen 0.24.4 takes the weakest of its settings from: whatever a person has set wins over it. */
export function systemDefaultsPath({ platform, environment }: Pick<Machine, 'platform' | 'environment'>): string {
  const path = platform === 'win32' ? win32 : posix;
  const configured = environment.QWEN_CODE_SYSTEM_DEFAULTS_PATH;
  if (configured) return configured;
  const settings = environment.QWEN_CODE_SYSTEM_SETTINGS_PATH || systemSettingsPath(platform);
  return path.join(path.dirname(settings), FILE);
}

export function systemSettingsPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/QwenCode/settings.json';
  if (platform === 'win32') return 'C:\\ProgramData\\qwen-code\\settings.json';
  return '/etc/qwen-code/settings.json';
}

/**
 * Turns off the request that qwen 0.24.4 makes after most prompts over ACP, to suggest the next one to a person at a terminal:
 * nobody would see the suggestion, and it costs a request to the model. There is no flag for it; what the machine's own file says
 * stays as it is, and a file that cannot be read as JSON, or lies on another machine, is left in its place.
 */
export function withoutSuggestions(machine: Machine): Required<Pick<LaunchPlan, 'env' | 'files'>> {
  if (machine.remote) return { env: {}, files: {} };
  const content = machine.files[systemDefaultsPath(machine)];
  const own = content === undefined ? {} : parsed(content);
  if (own === undefined) return { env: {}, files: {} };
  const ui = isFields(own.ui) ? own.ui : {};
  const settings = { $version: 4, ...own, ui: { enableFollowupSuggestions: false, ...ui } };
  return {
    env: { QWEN_CODE_SYSTEM_DEFAULTS_PATH: `{files}/${FILE}` },
    files: { [FILE]: JSON.stringify(settings) },
  };
}

function parsed(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
