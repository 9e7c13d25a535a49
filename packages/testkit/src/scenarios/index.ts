export { failureScenarios } from './failure-scenarios.js';
export { listScenarios } from './list-scenarios.js';
export { reachingScenarios } from './reaching-scenarios.js';
export type { ScenarioAgent } from './scenario-agent.js';
export { type Scenario, sessionOf, startScenario, turnOf } from './start-scenario.js';
export { stoppingScenarios } from './stopping-scenarios.js';
export { turnScenarios } from './turn-scenarios.js';
