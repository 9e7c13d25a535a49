import { programStep, run, step, TaskFailure } from './process.mjs';
import { inRoot, toolFile } from './workspace.mjs';

/** Makes git run the workspace's hooks before each commit. */
export async function enableHooks() {
  await step('hooks', async () => {
    const { code, output } = await run('git', ['config', 'core.hooksPath', '.githooks']);
    if (code !== 0) throw new TaskFailure(`${output.trim()}\n\ngit would not take the hooks.`);
    return 'Biome and types before each commit; undo with: git config --unset core.hooksPath';
  });
}

/** What a commit must pass: formatting and lint of the staged files, and the types of everything. */
export async function runPreCommit() {
  const biome = [
    toolFile('@biomejs/biome', 'biome'),
    'check',
    '--staged',
    '--no-errors-on-unmatched',
    '--error-on-warnings',
  ];
  await programStep('lint of the staged files', biome);
  await programStep('types', [toolFile('typescript', 'tsc'), '-b']);
  await programStep('types of tests', [toolFile('typescript', 'tsc'), '-p', inRoot('tsconfig.tests.json')]);
}
