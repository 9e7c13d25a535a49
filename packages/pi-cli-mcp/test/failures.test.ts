import { failureScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

failureScenarios(piAgent);
