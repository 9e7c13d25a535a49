import { failureScenarios, reachingScenarios, stoppingScenarios } from '@agentmount/testkit/scenarios';
import { codexAgent } from './fixtures/codex-agent.js';

const agent = await codexAgent();

reachingScenarios(agent);
stoppingScenarios(agent);
failureScenarios(agent);
