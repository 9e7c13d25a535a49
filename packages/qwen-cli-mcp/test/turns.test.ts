import { turnScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

turnScenarios(qwenAgent);
