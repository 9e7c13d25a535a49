export { codexAdapter } from './adapter.js';
export type { CodexOptions } from './options.js';
