import { defineConfig } from 'vitest/config';
import { testFiles, testLane } from './vitest.shared.js';

export default defineConfig(
  testLane({
    include: testFiles('.test.ts'),
    exclude: ['**/*.live.test.ts', '**/*.slow.test.ts', '**/*.agents.test.ts'],
  }),
);
