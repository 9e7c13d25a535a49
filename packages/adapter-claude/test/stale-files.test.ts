import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staleFiles } from '../src/stale-files.js';

const machine = { platform: 'linux', home: '/home/person', environment: {} } as const;

describe('staleFiles', () => {
  it('names settings, login and context, of the person, the project and the system', () => {
    const files = staleFiles(machine, '/projects/orchard');
    expect(files).toEqual(
      expect.arrayContaining([
        '/etc/claude-code/managed-settings.json',
        '/home/person/.claude/settings.json',
        '/home/person/.claude/.credentials.json',
        '/home/person/.claude/CLAUDE.md',
        '/projects/orchard/.claude/settings.local.json',
        '/projects/orchard/.mcp.json',
        '/projects/orchard/CLAUDE.md',
        '/projects/CLAUDE.md',
        '/CLAUDE.md',
      ]),
    );
    expect(files.every((file) => isAbsolute(file))).toBe(true);
    expect(new Set(files).size).toBe(files.length);
    // Every claude writes to it all the time: no process could ever wait.
    expect(files).not.toContain('/home/person/.claude.json');
  });

  it('follows the variable that moves them, and the system', () => {
    const moved = { ...machine, environment: { CLAUDE_CONFIG_DIR: '/work/claude' } };
    expect(staleFiles(moved, '/projects/orchard')).toContain('/work/claude/settings.json');
    const windows = { platform: 'win32', home: 'C:\\Users\\person', environment: {} } as const;
    expect(staleFiles(windows, 'D:\\orchard')).toEqual(
      expect.arrayContaining([
        'C:\\Program Files\\ClaudeCode\\managed-settings.json',
        'C:\\Users\\person\\.claude\\settings.json',
        'D:\\orchard\\CLAUDE.md',
      ]),
    );
    const mac = staleFiles({ ...machine, platform: 'darwin' }, '/projects/orchard');
    expect(mac).toContain('/Library/Application Support/ClaudeCode/managed-settings.json');
  });
});
