import { piAdapter } from '@agentmount/adapter-pi';
import { serverCommands } from '@agentmount/commands';
import { runServerProgram } from '@agentmount/server';

await runServerProgram({
  adapters: [piAdapter],
  manifest: new URL('../package.json', import.meta.url),
  commands: serverCommands('pi'),
});
