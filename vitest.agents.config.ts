import { defineConfig } from 'vitest/config';
import { testFiles, testLane } from './vitest.shared.js';

export default defineConfig(testLane({ include: testFiles('.agents.test.ts'), exclude: [] }));
