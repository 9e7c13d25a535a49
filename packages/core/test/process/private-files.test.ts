import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeFiles } from '../../src/process/private-files.js';

const plan = {
  transport: 'print',
  args: ['--config', '{files}/config.json', '{files}{files}'],
  env: { CONFIG: '{files}', OTHER: '$&' },
  cwd: '/',
};

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'agentmount-test-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the files of a plan', () => {
  test('lie in a private folder, whose path stands in arguments and variables', async () => {
    const { args, env, folder } = await placeFiles({ ...plan, files: { 'config.json': '{"a":1}', 'é b': 'x' } }, base);
    expect(folder?.startsWith(join(base, 'agentmount-'))).toBe(true);
    expect(args).toEqual(['--config', `${folder}/config.json`, `${folder}${folder}`]);
    expect(env).toEqual({ CONFIG: folder, OTHER: '$&' });
    expect(readFileSync(`${folder}/config.json`, 'utf8')).toBe('{"a":1}');
    expect(readFileSync(`${folder}/é b`, 'utf8')).toBe('x');
    expect(statSync(folder ?? '').mode & 0o777).toBe(0o700);
    expect(statSync(`${folder}/config.json`).mode & 0o777).toBe(0o600);
  });

  test('are none: the plan is left as it is', async () => {
    expect(await placeFiles(plan, base)).toEqual({ args: plan.args, env: plan.env });
    expect(await placeFiles({ ...plan, files: {} }, base)).toEqual({ args: plan.args, env: plan.env });
    expect(readdirSync(base)).toEqual([]);
  });

  test.each(['../x', '/x', 'a/b', '..', '.', '', 'a\\b', 'a\0b'])('have no path in their name: %j', async (name) => {
    await expect(placeFiles({ ...plan, files: { good: '1', [name]: '2' } }, base)).rejects.toThrow(TypeError);
    expect(readdirSync(base)).toEqual([]);
  });

  test('leave nothing when they cannot be written', async () => {
    await expect(placeFiles({ ...plan, files: { good: '1', ['x'.repeat(300)]: '2' } }, base)).rejects.toThrow(
      'ENAMETOOLONG',
    );
    expect(readdirSync(base)).toEqual([]);
    await expect(placeFiles({ ...plan, files: { good: '1' } }, join(base, 'missing'))).rejects.toThrow('ENOENT');
    expect(existsSync(join(base, 'missing'))).toBe(false);
  });
});
