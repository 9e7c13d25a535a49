import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staleFiles } from '../src/stale-files.js';

const machine = { platform: 'linux', home: '/home/person', environment: {} } as const;

describe('staleFiles', () => {
  it('names settings, login and context, of the person, the project and the system', () => {
    const files = staleFiles(machine, '/projects/orchard');
    expect(files).toEqual(
      expect.arrayContaining([
        '/etc/qwen-code/settings.json',
        '/home/person/.qwen/settings.json',
        '/home/person/.qwen/oauth_creds.json',
        '/projects/orchard/.qwen/settings.json',
        '/projects/orchard/AGENTS.md',
        '/projects/QWEN.md',
      ]),
    );
    expect(files.every((file) => isAbsolute(file))).toBe(true);
    expect(new Set(files).size).toBe(files.length);
  });

  it('follows the variables that move them', () => {
    const moved = { QWEN_HOME: '~/other', QWEN_CODE_SYSTEM_SETTINGS_PATH: '/opt/qwen/settings.json' };
    const files = staleFiles({ ...machine, environment: moved }, '/projects/orchard');
    expect(files).toEqual(
      expect.arrayContaining([
        '/home/person/other/settings.json',
        '/opt/qwen/settings.json',
        '/opt/qwen/system-defaults.json',
      ]),
    );
  });

  it('writes paths as the system does', () => {
    const windows = { platform: 'win32', home: 'C:\\Users\\person', environment: {} } as const;
    expect(staleFiles(windows, 'D:\\orchard')).toEqual(
      expect.arrayContaining(['C:\\Users\\person\\.qwen\\settings.json', 'D:\\orchard\\.qwen\\settings.json']),
    );
  });
});
