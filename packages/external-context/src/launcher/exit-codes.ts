/**
 * What a launcher exits with when it starts nothing, by the check that failed; `start` is for an agent that could not be
 * started after all checks. None of them is a code that qwen 0.24.4 itself exits with.
 */
export const exitCodes = {
  arguments: 64,
  terminal: 65,
  manifest: 66,
  user: 67,
  paths: 68,
  ownership: 69,
  'provider-configuration': 70,
  'mcp-configuration': 71,
  settings: 72,
  repository: 73,
  version: 74,
  start: 75,
} as const;

/** The name of a check. */
export type CheckName = keyof typeof exitCodes;
