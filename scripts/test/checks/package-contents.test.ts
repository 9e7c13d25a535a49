import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentProblems } from '../../checks/package-contents.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentmount-package-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function problems(manifest: Record<string, unknown>, files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries({ 'README.md': '# A', LICENSE: 'MIT', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    if (path.endsWith('cli.js')) chmodSync(join(folder, path), 0o755);
  }
  return contentProblems({ folder, archive: 'unused.tgz', manifest: { name: 'a', version: '1.0.0', ...manifest } });
}

describe('a library', () => {
  test('is taken when it imports what it declares', () => {
    const manifest = { dependencies: { '@scope/b': '^1.0.0' }, peerDependencies: { zod: '^4.0.0' } };
    const text = "import 'zod/v4';\nimport '@scope/b/sub';\nimport 'node:fs';\nimport './c.js';\nimport 'a/d';";
    expect(problems(manifest, { 'dist/index.js': text })).toEqual([]);
  });

  test('is refused when code or declarations import what a user would not have', () => {
    const files = { 'dist/index.js': "import 'b';", 'dist/index.d.ts': "export type A = import('@scope/c/d').A;" };
    expect(problems({}, files).sort()).toEqual([
      'dist/index.d.ts imports @scope/c/d, which is not among its dependencies',
      'dist/index.js imports b, which is not among its dependencies',
    ]);
  });

  test('is refused when its manifest speaks of the workspace', () => {
    const manifest = {
      dependencies: { b: 'workspace:^' },
      exports: { '.': { 'agentmount-source': './src/index.ts' } },
    };
    expect(problems(manifest, {})).toEqual([
      'depends on b as workspace:^, which only this workspace understands',
      expect.stringContaining('exports its sources'),
    ]);
  });

  test('is refused with leftovers of the build, or without a licence', () => {
    const found = problems({}, { 'dist/.tsbuildinfo': '{}' });
    expect(found).toEqual(['ships dist/.tsbuildinfo, which is of no use to anyone']);
    rmSync(join(folder, 'LICENSE'));
    expect(problemsWithout()).toContain('has no LICENSE');
  });

  test('is refused when its README in another language stays behind', () => {
    const readme = '# A\n\nEnglish · [Deutsch](README.de.md)';
    expect(problems({}, { 'README.md': readme })).toEqual(['links to README.de.md and does not bring it']);
    expect(problems({}, { 'README.md': readme, 'README.de.md': '# A' })).toEqual([]);
  });

  function problemsWithout(): string[] {
    return contentProblems({ folder, archive: 'unused.tgz', manifest: { name: 'a', version: '1.0.0' } });
  }
});

describe('a program', () => {
  const program = { bin: { a: './dist/cli.js' } };
  const notices = { 'dist/THIRD-PARTY-NOTICES.txt': 'none' };
  const text = "#!/usr/bin/env node\nimport 'node:fs';";

  test('is taken when everything is inside', () => {
    expect(problems(program, { ...notices, 'dist/cli.js': text })).toEqual([]);
  });

  test('is refused when it would install something', () => {
    const found = problems({ ...program, dependencies: { zod: '^4.0.0' } }, { ...notices, 'dist/cli.js': text });
    expect(found).toEqual(['depends on zod: a program brings everything along']);
  });

  test('is refused when it cannot be started', () => {
    const manifest = { bin: { a: './dist/start.js' } };
    expect(problems(manifest, { ...notices, 'dist/start.js': "import 'node:fs';" })).toEqual([
      './dist/start.js does not start with #!/usr/bin/env node',
      './dist/start.js may not be executed, so a cannot be started',
    ]);
  });

  test('is refused with source maps, or without the licences of what is inside', () => {
    expect(problems(program, { 'dist/cli.js': text, 'dist/cli.js.map': '{}' })).toEqual([
      'ships dist/cli.js.map',
      'ships no third-party notices',
    ]);
  });
});
