import type { Machine } from './setup.js';

/** What an adapter is told of a machine that is not this one: it has a POSIX shell, and `~` stands for a home that nobody knows. */
export const REMOTE_MACHINE: Machine = { platform: 'linux', home: '~', environment: {}, files: {}, remote: true };
