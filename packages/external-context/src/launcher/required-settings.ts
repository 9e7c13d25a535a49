import type { Profile } from './manifest-schema.js';

/** The permission rule of the one tool. */
export const SEARCH_TOOL_RULE = 'mcp__external-context__context_search';

/** What the system settings must say by path, as of qwen 0.24.4. */
export const requiredSettings: Readonly<Record<Profile, Readonly<Record<string, string | boolean>>>> = {
  // A fresh qwen 0.24.4 asks a model whether a tool may run; `default` asks the person.
  'on-demand': { 'tools.approvalMode': 'default' },
  'auto-recall': {
    disableAllHooks: false,
    'general.chatRecording': false,
    'ui.enableSpeculation': false,
    'memory.enableManagedAutoMemory': false,
    'memory.enableManagedAutoDream': false,
    'memory.enableTeamMemory': false,
    'memory.enableTeamMemorySync': false,
    'memory.enableAutoSkill': false,
    'tools.approvalMode': 'default',
    'tools.autoAccept': false,
    'privacy.usageStatisticsEnabled': false,
    'telemetry.enabled': false,
    'telemetry.logPrompts': false,
    'telemetry.includeSensitiveSpanAttributes': false,
  },
};

/** The commands that `slashCommands.disabled` must hold. */
export const disabledCommands: Readonly<Record<Profile, readonly string[]>> = {
  'on-demand': ['cd'],
  'auto-recall': ['memory', 'remember', 'forget', 'dream', 'cd'],
};
