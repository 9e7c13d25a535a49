import { join } from 'node:path';
import { hasSearchServerNearby } from '../find-search-servers.js';
import type { Check, LaunchSubject } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';
import type { Profile } from '../manifest-schema.js';
import { parseSettings } from '../parse-settings.js';
import { pinnedShellCommand } from '../pinned-command.js';
import { readSettings } from '../read-settings.js';
import { disabledCommands, requiredSettings, SEARCH_TOOL_RULE } from '../required-settings.js';
import { bringsSearchServer, listHas, type PromptHook, promptHooks, settingAt } from '../settings-facts.js';
import { judgeFile, readTrustedFile } from '../trusted-file.js';
import { trustedOwners } from '../trusted-owners.js';

/** What qwen waits for the hook, milliseconds. */
const HOOK_TIMEOUT_MS = 8000;

/** The system settings say what the profile needs, and nothing anywhere adds the other profile to it. */
export const checkSettings: Check = {
  name: 'settings',
  run(subject) {
    const { manifest } = subject;
    const system = readSystemFile(subject, 'systemSettingsPath');
    checkRequired(manifest.profile, system);
    const user = readSettings(userSettingsPath(subject), 'settings.json in qwenHome');
    const all = [system, readSystemFile(subject, 'systemDefaultsPath'), user];
    const hooks = all.flatMap((settings) => recallHooks(subject, settings));
    if (manifest.profile === 'auto-recall') {
      checkHook(manifest, hooks);
      if (recallHooks(subject, user).length > 0) checkUserSettingsOwner(subject);
      if (all.some(bringsSearchServer) || hasSearchServerNearby(manifest)) {
        throw fault(
          'The search server is set up beside the auto-recall profile: remove it from the settings, from .mcp.json and from the extensions.',
        );
      }
    } else if (hooks.length > 0) {
      throw fault('The recall hook is installed beside the on-demand profile: remove it from the settings.');
    }
    return [];
  },
};

function checkRequired(profile: Profile, system: unknown): void {
  for (const [path, value] of Object.entries(requiredSettings[profile])) {
    if (settingAt(system, path) !== value) {
      throw fault(`systemSettingsPath must set ${path} to ${JSON.stringify(value)}: add it.`);
    }
  }
  for (const command of disabledCommands[profile]) {
    if (!listHas(system, 'slashCommands.disabled', command)) {
      throw fault(`systemSettingsPath must list "${command}" in slashCommands.disabled: add it.`);
    }
  }
  const isDecided = ['permissions.allow', 'permissions.ask'].some((path) => listHas(system, path, SEARCH_TOOL_RULE));
  if (profile === 'on-demand' && !isDecided) {
    throw fault(`systemSettingsPath must list "${SEARCH_TOOL_RULE}" in permissions.allow or permissions.ask: add it.`);
  }
}

/** The hooks that run our program, whichever way they start it. */
function recallHooks({ manifest }: LaunchSubject, settings: unknown): PromptHook[] {
  const names = manifest.profile === 'auto-recall' ? ['auto-recall.js', manifest.hookPath] : ['auto-recall.js'];
  return promptHooks(settings).filter(({ command }) => names.some((name) => command.includes(name)));
}

function checkHook(manifest: { nodePath: string; hookPath: string }, hooks: readonly PromptHook[]): void {
  const [hook, second] = hooks;
  if (hook === undefined || second !== undefined) {
    throw fault(
      'Exactly one recall hook must be installed, in systemSettingsPath or in settings.json of qwenHome: qwen runs each of several.',
    );
  }
  const command = pinnedShellCommand(manifest.nodePath, manifest.hookPath);
  if (hook.command !== command || hook.timeout !== HOOK_TIMEOUT_MS) {
    throw fault(
      'The recall hook must have exactly the command that follows from nodePath and hookPath, and the timeout 8000: compare it with the example.',
    );
  }
}

function checkUserSettingsOwner(subject: LaunchSubject): void {
  try {
    judgeFile(userSettingsPath(subject), { owners: trustedOwners(subject) });
  } catch {
    throw fault(
      'settings.json in qwenHome holds the hook, so only trusted owners may be able to change it: correct owner and mode.',
    );
  }
}

function userSettingsPath({ manifest }: LaunchSubject): string {
  return join(manifest.qwenHome, 'settings.json');
}

function readSystemFile(subject: LaunchSubject, field: 'systemSettingsPath' | 'systemDefaultsPath'): unknown {
  const rule = { owners: trustedOwners(subject), mostBytes: 1024 * 1024 };
  try {
    const value = parseSettings(readTrustedFile(subject.manifest[field], rule).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The same message as for what is no object.
  }
  throw fault(`${field} must hold a JSON object of at most 1 MiB: correct it.`);
}

function fault(message: string): LaunchError {
  return new LaunchError('settings', message);
}
