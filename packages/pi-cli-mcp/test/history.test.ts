import { historyScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

historyScenarios(piAgent);
