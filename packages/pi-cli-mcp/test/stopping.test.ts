import { stoppingScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

stoppingScenarios(piAgent);
