import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigurationError } from './configuration-error.js';
import { type Environment, variable } from './environment.js';

/** Name of the variable that holds the absolute path of the configuration. */
export const CONFIGURATION_VARIABLE = 'QWEN_EXTERNAL_CONTEXT_CONFIG';

/** Size of the largest configuration, bytes. */
const MOST_CONFIGURATION_BYTES = 64 * 1024;

/**
 * The bytes of the configuration file that the environment names.
 * @throws ConfigurationError `path`, `unreadable` or `file`
 */
export function readConfigurationFile(environment: Environment): Buffer {
  const path = variable(environment, CONFIGURATION_VARIABLE);
  if (path === undefined || !isAbsolute(path)) throw new ConfigurationError('path');
  let descriptor: number;
  try {
    // Opening a pipe without O_NONBLOCK waits until somebody writes into it.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    throw new ConfigurationError('unreadable');
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw new ConfigurationError('file');
    return readAtMost(descriptor, MOST_CONFIGURATION_BYTES);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads to the end: the size that the file had when it was opened says nothing of one that is being written. */
function readAtMost(descriptor: number, limit: number): Buffer {
  const buffer = Buffer.alloc(limit + 1);
  let length = 0;
  try {
    for (let read = -1; read !== 0 && length <= limit; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
  } catch {
    throw new ConfigurationError('unreadable');
  }
  if (length > limit) throw new ConfigurationError('file');
  return buffer.subarray(0, length);
}
