import { build } from './build.mjs';
import { checkDocs } from './docs.mjs';
import { programStep, TaskFailure } from './process.mjs';
import { test } from './tools.mjs';
import { inRoot, toolFile } from './workspace.mjs';

/**
 * Everything that must hold before a change lands. All steps are done even if one fails, so that one run shows all.
 * `--no-tests` leaves the tests out; other arguments go to them.
 */
export async function check(args) {
  const failures = [];
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error;
      failures.push(error.message);
    }
  };
  const script = (name) => [inRoot('scripts', 'checks', name)];

  await attempt(() => build({ fromScratch: true }));
  await attempt(() =>
    programStep('types of tests', [toolFile('typescript', 'tsc'), '-p', inRoot('tsconfig.tests.json')]),
  );
  await attempt(() => programStep('lint', [toolFile('@biomejs/biome', 'biome'), 'check', '--error-on-warnings']));
  await attempt(() => programStep('source rules', script('source-rules.ts')));
  await attempt(checkDocs);
  await attempt(() => programStep('unused code', [toolFile('knip'), '--treat-config-hints-as-errors']));
  await attempt(() => programStep('packages', script('packages.ts')));
  if (failures.length > 0) throw new TaskFailure(failures.join('\n\n'));
  return args.includes('--no-tests') ? 0 : test(args);
}
