import { defineConfig } from 'vitest/config';
import { testFiles, testLane } from './vitest.shared.js';

export default defineConfig(testLane({ include: testFiles('.slow.test.ts'), exclude: [] }));
