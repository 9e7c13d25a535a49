import { qwenAdapter } from '@agentmount/adapter-qwen';
import { variableDocuments } from '@agentmount/server';
import { readmeScenarios, translationScenarios } from '@agentmount/testkit/scenarios';
import { describe } from 'vitest';
import { russian } from './russian.js';

const english = new URL('../README.md', import.meta.url);
const translated = new URL('../README.ru.md', import.meta.url);
const variables = variableDocuments(qwenAdapter);

describe('README.md', () => {
  readmeScenarios(english, variables);
});

describe('README.ru.md', () => {
  readmeScenarios(translated, variables, russian);
  translationScenarios(english, translated);
});
