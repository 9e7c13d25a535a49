import { fileURLToPath } from 'node:url';
import { createQwenHome, tool } from '@agentmount/testkit';
import type { ScenarioAgent } from '@agentmount/testkit/scenarios';

/** The real qwen behind the built program. */
export const qwenAgent: ScenarioAgent = {
  name: 'qwen',
  program: fileURLToPath(new URL('../dist/cli.js', import.meta.url)),
  createHome: createQwenHome,
  transports: { reachable: 'stream', oneShot: 'print' },
  tools: {
    shell: 'run_shell_command',
    write: 'write_file',
    callShell: (command) =>
      tool('run_shell_command', { command, description: 'A step of the test', is_background: false }),
    callWrite: (path, content) => tool('write_file', { file_path: path, content }),
  },
  readOnly: { approval_mode: 'yolo', allowed_tools: 'read_file' },
  steer: 'redirects',
  unknownSession: 'fails',
};
