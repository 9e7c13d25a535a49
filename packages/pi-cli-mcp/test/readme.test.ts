import { piAdapter } from '@agentmount/adapter-pi';
import { variableDocuments } from '@agentmount/server';
import { readmeScenarios } from '@agentmount/testkit/scenarios';

readmeScenarios(new URL('../README.md', import.meta.url), variableDocuments(piAdapter));
