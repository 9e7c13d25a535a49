import { asList, asWord, fieldOf } from '@agentmount/core';
import type { Sandbox } from './options.js';

/**
 * What a turn may touch, as `turn/start` takes it (codex 0.171.0). It is set for each turn and never when a thread is opened: opening one
 * with more than `read-only` makes codex write into the person's settings that it trusts the directory.
 * @param config the effective configuration, whose own settings of `workspace-write` stay in force
 */
export function sandboxPolicy(sandbox: Sandbox, config: unknown): object {
  switch (sandbox) {
    case 'danger-full-access':
      return { type: 'dangerFullAccess' };
    case 'read-only':
      return { type: 'readOnly', networkAccess: false };
    case 'workspace-write': {
      const own = fieldOf(config, 'sandbox_workspace_write');
      return {
        type: 'workspaceWrite',
        writableRoots: asList(fieldOf(own, 'writable_roots')).flatMap((root) => asWord(root) ?? []),
        networkAccess: fieldOf(own, 'network_access') === true,
        excludeTmpdirEnvVar: fieldOf(own, 'exclude_tmpdir_env_var') === true,
        excludeSlashTmp: fieldOf(own, 'exclude_slash_tmp') === true,
      };
    }
  }
}
