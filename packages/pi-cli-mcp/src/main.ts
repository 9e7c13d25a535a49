import { piAdapter } from '@agentmount/adapter-pi';
import { runServerProgram } from '@agentmount/server';

await runServerProgram({
  adapters: [piAdapter],
  manifest: new URL('../package.json', import.meta.url),
});
