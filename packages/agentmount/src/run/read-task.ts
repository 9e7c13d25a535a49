import type { CommandIo } from '../program/command-io.js';
import { UsageError } from '../program/usage-error.js';

/** Longest task that is read, characters: what agents are given at most. */
const MOST_CHARACTERS = 2_000_000;

/**
 * The task: the word on the command line; for `-`, or without a word where stdin is no terminal, what stdin says. Throws a
 * {@link UsageError} when there is none.
 */
export async function readTask(words: readonly string[], io: CommandIo, example: string): Promise<string> {
  const [word, extra] = words;
  if (extra !== undefined) {
    throw new UsageError(`the task has to be one word for the shell: put it in quotes (${example}).`);
  }
  if (word !== undefined && word !== '-') {
    if (word.trim() === '') throw new UsageError(`the task is empty: ${example}`);
    return word;
  }
  if (io.stdin.isTTY) {
    if (word === undefined)
      throw new UsageError(`say what to do: ${example}; with - in its place the task is read from stdin.`);
    io.stderr.write('Write the task; Ctrl-D on a line of its own ends it.\n');
  }
  const text = await readAll(io);
  if (text.trim() === '') throw new UsageError(`the task on stdin is empty; give it as a word instead: ${example}`);
  return text;
}

async function readAll({ stdin }: CommandIo): Promise<string> {
  stdin.setEncoding('utf8');
  let text = '';
  for await (const piece of stdin) {
    text += piece as string;
    if (text.length <= MOST_CHARACTERS) continue;
    throw new UsageError(
      `the task on stdin is longer than ${MOST_CHARACTERS} characters; put the bulk into a file and name its path in the task.`,
    );
  }
  return text;
}
