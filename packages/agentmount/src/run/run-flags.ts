import { configurationFlag } from '../configuration/configuration-flag.js';
import type { Flag } from '../program/flag.js';

/** The flags of `run` that every agent has. */
export const runFlags: readonly Flag[] = [
  { name: 'cwd', takes: 'DIRECTORY', meaning: "where the agent works; default: here, with --resume the session's own" },
  { name: 'model', takes: 'MODEL', meaning: "a model id, as the agent's own list has it" },
  { name: 'resume', takes: 'SESSION', meaning: 'goes on with a session instead of beginning one' },
  { name: 'json', meaning: 'prints the report as one JSON object in place of the answer' },
  { name: 'image', takes: 'FILE', repeats: true, meaning: 'a picture that goes with the task; may be repeated' },
  { name: 'system-prompt-append', takes: 'TEXT', meaning: "text to add to the agent's system prompt" },
  { name: 'timeout-ms', takes: 'NUMBER', meaning: 'when to stop the work, in milliseconds, at least 1000' },
  { name: 'transport', takes: 'NAME', meaning: 'how the agent is driven; usually left out' },
  configurationFlag,
];

/** What an argument that core names in a refusal is called on this command line. */
export const argumentFlags: Readonly<Record<string, string>> = { session: 'resume', images: 'image', prompt: 'TASK' };
