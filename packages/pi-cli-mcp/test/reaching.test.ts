import { reachingScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

reachingScenarios(piAgent);
