/**
 * Tools of qwen 0.24.4 that its `--core-tools` list holds back when they are not in it. Some exist only with a setting or a feature
 * (`list_directory`, `todo_write`, `web_search`, `lsp`, `create_sub_session`).
 */
export const CORE_TOOLS = [
  'read_file',
  'grep_search',
  'glob',
  'list_directory',
  'zoom_image',
  'write_file',
  'edit',
  'notebook_edit',
  'run_shell_command',
  'monitor',
  'web_fetch',
  'web_search',
  'todo_write',
  'lsp',
  'read_mcp_resource',
  'create_sub_session',
] as const;

/** Tools of qwen 0.24.4 that `--core-tools` does not hold back and `--exclude-tools` does. */
export const OTHER_TOOLS = [
  'agent',
  'skill',
  'list_agents',
  'send_message',
  'task_stop',
  'task_create',
  'task_update',
  'task_list',
  'team_create',
  'team_delete',
  'team_plan_approval',
  'enter_worktree',
  'exit_worktree',
  'workflow',
  'artifact',
  'record_artifact',
  'record_source',
  'report_findings',
  'get_goal',
  'update_goal',
  'propose_goal',
  'image_gen',
  'display_image',
  'tool_search',
  'tool_call',
] as const;

/** Tools that a delegated prompt has no use for, or that nobody could answer: excluded whenever there is a limit, and never nameable. */
export const UNUSABLE_TOOLS = [
  'ask_user_question',
  'enter_plan_mode',
  'exit_plan_mode',
  'request_shutdown',
  'structured_output',
  'exec',
  'omni_downsample_image',
  'omni_downscale_video',
  'omni_downsample_audio',
  'omni_extract_keyframes',
  'omni_extract_audio',
  'omni_clip_video',
  'omni_convert_image',
  'omni_transcribe_audio',
  'omni_clip_image',
  'omni_clip_audio',
  'omni_caption_image',
  'omni_caption_audio',
  'omni_ocr_image',
  'omni_understand_video_segments',
  'omni_recall_media_memory',
] as const;

/** What a caller may name. */
export const TOOL_NAMES: readonly string[] = [...CORE_TOOLS, ...OTHER_TOOLS];

/** Words that other agents use for what qwen's tools do. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  bash: ['run_shell_command'],
  shell: ['run_shell_command'],
  exec: ['run_shell_command'],
  terminal: ['run_shell_command'],
  cat: ['read_file'],
  view: ['read_file'],
  ls: ['list_directory', 'glob'],
  dir: ['list_directory', 'glob'],
  find: ['glob', 'grep_search'],
  rg: ['grep_search'],
  replace: ['edit'],
  multiedit: ['edit'],
  create: ['write_file'],
  task: ['agent'],
  subagent: ['agent'],
  fetch: ['web_fetch'],
  todo: ['todo_write'],
};

/** The tools that were perhaps meant by a name that no tool has: up to three, the nearest first. */
export function nearTools(name: string): readonly string[] {
  const word = name.toLowerCase().replace(/[^a-z]/g, '');
  if (word === '') return [];
  const known = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (known) return known;
  return TOOL_NAMES.map((tool) => ({ tool, far: distance(word, tool.replaceAll('_', ''), tool) }))
    .filter(({ far }) => far <= 3)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ tool }) => tool);
}

/** 0 for a part of the other, else the number of letters to change. */
function distance(word: string, plain: string, tool: string): number {
  if (tool.split('_').includes(word) || (word.length > 3 && plain.includes(word))) return 0;
  if (plain.length > 3 && word.includes(plain)) return 1;
  let row = Array.from({ length: plain.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...word].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= plain.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (letter === plain[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? Number.POSITIVE_INFINITY;
}
