import { reachingScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

reachingScenarios(qwenAgent);
