import { fileURLToPath } from 'node:url';
import { listScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

listScenarios(piAgent, {
  arguments: ['thinking', 'tools', 'no_tools', 'images'],
  pinned: fileURLToPath(new URL('./tools-list.txt', import.meta.url)),
});
