import { stoppingScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

stoppingScenarios(qwenAgent);
