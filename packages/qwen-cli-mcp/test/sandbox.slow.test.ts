import { namespaceScenarios, sandboxScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

sandboxScenarios(qwenAgent);
namespaceScenarios(qwenAgent, 'bwrap', 'killed with its server');
