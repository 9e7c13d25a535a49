import { build } from './build.mjs';
import { programStep, runNode } from './process.mjs';
import { inRoot } from './workspace.mjs';

/** What a script needs to run on the sources of the packages as they stand. */
const onSources = [
  '--conditions=agentmount-source',
  '--import',
  new URL('../typescript-hooks.mjs', import.meta.url).href,
];

/**
 * Writes the documents that are made from the code. `--picture` also makes the pictures of real runs anew, which differ from one run to
 * the next; `--check` writes nothing and fails when a document no longer says what the code does.
 */
export async function docs(args) {
  if (args.includes('--check')) return checkDocs();
  const { code } = await runNode([...onSources, inRoot('scripts', 'docs', 'write-documents.ts')], { show: true });
  if (code !== 0 || !args.includes('--picture')) return code;
  await build();
  return (await runNode([...onSources, inRoot('scripts', 'docs', 'draw-demo.ts')], { show: true })).code;
}

/** Fails when a document no longer says what the code does. */
export async function checkDocs() {
  await programStep('documents from code', [...onSources, inRoot('scripts', 'docs', 'write-documents.ts'), '--check']);
}
