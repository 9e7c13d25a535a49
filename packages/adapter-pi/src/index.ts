export { piAdapter } from './adapter.js';
export type { PiOptions } from './options.js';
