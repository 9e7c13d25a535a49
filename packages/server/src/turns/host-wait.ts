/**
 * How long hosts let a call run, by the name they give themselves; a little less is waited, so that the note arrives in time.
 * Progress extends none of these.
 */
const HOSTS: readonly (readonly [name: RegExp, waitMs: number | undefined])[] = [
  // Its limit is about 28 hours, and it moves a long call into the background by itself.
  [/^claude-code\b/i, undefined],
  // 300 s.
  [/^codex\b/i, 285_000],
  // 600 s each.
  [/^gemini-cli\b/i, 585_000],
  [/^qwen-cli-mcp-client\b/i, 585_000],
];

/** What an unknown host gets: several well-known ones give up after 60 s. */
const UNKNOWN_HOST_WAIT_MS = 50_000;

/**
 * How long a call waits for its turn, in ms; undefined: until it has ended.
 * @param asked the call's own `wait_ms` @param configured `X_MCP_WAIT_MS` @param caller the host's name, and whether it polls
 */
export function waitTime(
  asked: number | undefined,
  configured: number | undefined,
  { host, polled }: { readonly host?: string; readonly polled?: true },
): number | undefined {
  if (asked !== undefined) return asked;
  if (polled) return undefined;
  if (configured !== undefined) return configured;
  const known = HOSTS.find(([name]) => host !== undefined && name.test(host));
  return known === undefined ? UNKNOWN_HOST_WAIT_MS : known[1];
}
