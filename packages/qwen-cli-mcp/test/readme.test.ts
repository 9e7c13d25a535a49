import { qwenAdapter } from '@agentmount/adapter-qwen';
import { variableDocuments } from '@agentmount/server';
import { readmeScenarios } from '@agentmount/testkit/scenarios';

readmeScenarios(new URL('../README.md', import.meta.url), variableDocuments(qwenAdapter));
