import { remoteScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

remoteScenarios(qwenAgent);
