import { turnScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

turnScenarios(piAgent);
