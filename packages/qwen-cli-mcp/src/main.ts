import { qwenAdapter } from '@agentmount/adapter-qwen';
import { runServerProgram } from '@agentmount/server';

await runServerProgram({
  adapters: [qwenAdapter],
  manifest: new URL('../package.json', import.meta.url),
});
