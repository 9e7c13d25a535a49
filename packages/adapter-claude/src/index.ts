export { claudeAdapter } from './adapter.js';
export type { ClaudeOptions } from './options.js';
