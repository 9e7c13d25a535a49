import { namespaceScenarios, sandboxScenarios } from '@agentmount/testkit/scenarios';
import { piAgent } from './pi-agent.js';

sandboxScenarios(piAgent);
namespaceScenarios(piAgent, 'bwrap', 'cancelled');
namespaceScenarios(piAgent, 'unshare', 'killed with its server');
