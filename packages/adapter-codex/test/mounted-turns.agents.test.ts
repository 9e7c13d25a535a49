import { historyScenarios, turnScenarios } from '@agentmount/testkit/scenarios';
import { codexAgent } from './fixtures/codex-agent.js';

const agent = await codexAgent();

turnScenarios(agent);
historyScenarios(agent);
