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
  for (const script of ['draw-demo.ts', 'draw-terminal-session.ts']) {
    const drawn = await runNode([...onSources, inRoot('scripts', 'docs', script)], { show: true });
    if (drawn.code !== 0) return drawn.code;
  }
  return 0;
}

/** Fails when a document no longer says what the code does. */
export async function checkDocs() {
  await programStep('documents from code', [...onSources, inRoot('scripts', 'docs', 'write-documents.ts'), '--check']);
}
