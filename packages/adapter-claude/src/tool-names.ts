/** Tools of claude 2.1 by the names that its rules and flags take. Some exist only with a setting, a platform or a plan. */
export const TOOL_NAMES: readonly string[] = [
  'Read',
  'Grep',
  'Glob',
  'Write',
  'Edit',
  'NotebookEdit',
  'Bash',
  'PowerShell',
  'WebFetch',
  'WebSearch',
  'Agent',
  'Skill',
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
  'TaskOutput',
  'TaskStop',
  'LSP',
  'ToolSearch',
  'EnterWorktree',
  'ExitWorktree',
  'Monitor',
  'SendMessage',
  'Artifact',
];

/** Its answer is a choice, and an approval is a yes or a no: nobody could give it. */
export const QUESTION_TOOL = 'AskUserQuestion';

/** It switches to the mode "plan" in the middle of a prompt that was not to be one. */
export const ENTER_PLAN_TOOL = 'EnterPlanMode';

/** It asks to leave the mode "plan" and to carry out what was planned. */
export const EXIT_PLAN_TOOL = 'ExitPlanMode';

/** By this tool the model hands over an answer that fits a schema; it is there only when one was given. */
export const OUTPUT_TOOL = 'StructuredOutput';

/** Older names of tools, which frames and flags still bear. */
const RENAMED: Readonly<Record<string, string>> = { Task: 'Agent', KillShell: 'TaskStop', BashOutput: 'TaskOutput' };

/** A tool's name of today. */
export function toolName(name: string): string {
  return Object.hasOwn(RENAMED, name) ? (RENAMED[name] ?? name) : name;
}

/** Words that other agents use for what claude's tools do. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  shell: ['Bash'],
  exec: ['Bash'],
  terminal: ['Bash'],
  cat: ['Read'],
  view: ['Read'],
  ls: ['Glob'],
  listdirectory: ['Glob'],
  find: ['Glob', 'Grep'],
  search: ['Grep', 'WebSearch'],
  rg: ['Grep'],
  replace: ['Edit'],
  multiedit: ['Edit'],
  create: ['Write'],
  subagent: ['Agent'],
  fetch: ['WebFetch'],
  todo: ['TodoWrite'],
};

/** The tools that were perhaps meant by a name that no tool has: up to three. */
export function nearTools(name: string): readonly string[] {
  const word = name.toLowerCase().replace(/[^a-z]/g, '');
  if (word === '') return [];
  const known = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (known) return known;
  const plain = (tool: string): string => tool.toLowerCase();
  const same = TOOL_NAMES.filter((tool) => plain(tool) === word);
  if (same.length > 0) return same;
  const part = TOOL_NAMES.filter(
    (tool) => word.includes(plain(tool)) || (word.length > 2 && plain(tool).includes(word)),
  );
  return part.slice(0, 3);
}
