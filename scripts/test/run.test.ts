import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { captureProgram } from '../checks/capture-program.ts';

const scripts = join(import.meta.dirname, '..');

test('an unknown task is refused with the names of the known ones', async () => {
  const { code, output } = await captureProgram(process.execPath, [join(scripts, 'run.mjs'), 'tset'], { cwd: scripts });
  expect(code).toBe(2);
  expect(output).toMatch(/^Unknown task "tset"\. Tasks: demo, bench, test,/);
});

test('scripts run from TypeScript whose imports are named as they will be once compiled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmount-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'main.ts'),
    "import { a } from './sub/a.js';\nimport { b } from './b.js';\nconsole.log(a, b);",
  );
  writeFileSync(join(folder, 'sub', 'a.ts'), "export const a: string = 'from TypeScript';");
  writeFileSync(join(folder, 'b.js'), "export const b = 'from JavaScript';");
  const hooks = pathToFileURL(join(scripts, 'typescript-hooks.mjs')).href;
  const args = ['--import', hooks, '--no-warnings', join(folder, 'main.ts')];
  const { code, output } = await captureProgram(process.execPath, args, { cwd: folder });
  expect(output).toBe('from TypeScript from JavaScript');
  expect(code).toBe(0);
});
