export { failureScenarios } from './failure-scenarios.js';
export { historyScenarios } from './history-scenarios.js';
export { listScenarios } from './list-scenarios.js';
export { reachingScenarios } from './reaching-scenarios.js';
export { type DescribedVariable, readmeScenarios, variablesTable } from './readme-scenarios.js';
export type { ScenarioAgent } from './scenario-agent.js';
export { type Scenario, sessionOf, startScenario, turnOf } from './start-scenario.js';
export { stoppingScenarios } from './stopping-scenarios.js';
export { turnScenarios } from './turn-scenarios.js';
