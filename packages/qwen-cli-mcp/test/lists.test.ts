import { fileURLToPath } from 'node:url';
import { listScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

listScenarios(qwenAgent, {
  arguments: ['approval_mode', 'allowed_tools', 'effort'],
  pinned: fileURLToPath(new URL('./tools-list.txt', import.meta.url)),
});
