export { qwenAdapter } from './adapter.js';
export type { QwenOptions } from './options.js';
