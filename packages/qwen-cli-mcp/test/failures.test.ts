import { failureScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

failureScenarios(qwenAgent);
