import { qwenAdapter } from '@agentmount/adapter-qwen';
import { serverCommands } from '@agentmount/commands';
import { runServerProgram } from '@agentmount/server';

await runServerProgram({
  adapters: [qwenAdapter],
  manifest: new URL('../package.json', import.meta.url),
  commands: serverCommands('qwen'),
});
