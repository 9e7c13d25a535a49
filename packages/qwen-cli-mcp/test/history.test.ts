import { historyScenarios } from '@agentmount/testkit/scenarios';
import { qwenAgent } from './qwen-agent.js';

historyScenarios(qwenAgent);
