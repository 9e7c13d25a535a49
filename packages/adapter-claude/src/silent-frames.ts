/** Frames of claude 2.1 that are known and say nothing that a caller needs. */
const SILENT: ReadonlySet<string> = new Set([
  'auth_status',
  'conversation_reset',
  'keep_alive',
  'prompt_suggestion',
  'rate_limit_event',
  'tool_progress',
  'tool_use_summary',
  'system/background_tasks_changed',
  'system/commands_changed',
  'system/compact_boundary',
  'system/control_request_progress',
  'system/elicitation_complete',
  'system/files_persisted',
  'system/hook_progress',
  'system/hook_response',
  'system/hook_started',
  'system/informational',
  'system/local_command_output',
  'system/memory_recall',
  'system/mirror_error',
  'system/notification',
  'system/permission_denied',
  'system/plugin_install',
  'system/session_state_changed',
  'system/task_notification',
  'system/task_progress',
  'system/task_started',
  'system/task_updated',
  'system/thinking_tokens',
  'system/worker_shutting_down',
]);

/** Whether a frame is passed over without being counted as unknown; `name`: its type, for `system` with a slash and its subtype. */
export function isSilent(name: string | undefined): boolean {
  return name !== undefined && SILENT.has(name);
}
