import { readFile } from 'node:fs/promises';
import { AcpProfileError, defineAcpAdapter, parseAcpProfile } from '@agentmount/adapter-acp';
import type { AgentAdapter } from '@agentmount/core';
import { UsageError } from '../program/usage-error.js';

/**
 * The adapter of an agent that a profile file describes. Throws a {@link UsageError} that names the file and each field that is wrong.
 * @param file absolute
 */
export async function profileAdapter(file: string): Promise<AgentAdapter> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`the profile ${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  }
  try {
    return defineAcpAdapter(parseAcpProfile(text)) as AgentAdapter;
  } catch (error) {
    if (!(error instanceof AcpProfileError)) throw error;
    throw new UsageError(`${file}: ${error.message}.`);
  }
}
