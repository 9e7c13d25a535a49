import { fileURLToPath } from 'node:url';
import { createPiHome, tool } from '@agentmount/testkit';
import type { ScenarioAgent } from '@agentmount/testkit/scenarios';

/** The real pi behind the built program. */
export const piAgent: ScenarioAgent = {
  name: 'pi',
  program: fileURLToPath(new URL('../dist/cli.js', import.meta.url)),
  createHome: createPiHome,
  transports: { reachable: 'rpc', oneShot: 'print' },
  tools: {
    shell: 'bash',
    write: 'write',
    callShell: (command) => tool('bash', { command }),
    callWrite: (path, content) => tool('write', { path, content }),
  },
  readOnly: { tools: 'read' },
  steer: 'delivers',
  readsTextFromFile: true,
  unknownSession: 'fresh',
};
