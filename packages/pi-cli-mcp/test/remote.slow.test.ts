import { remoteEndingScenarios, remoteScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

remoteScenarios(piAgent);
remoteEndingScenarios(piAgent);
