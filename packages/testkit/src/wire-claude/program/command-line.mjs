// The command line of claude 2.1.332, as far as an adapter uses it.

const SWITCHES = new Set([
  '-p',
  '--print',
  '--verbose',
  '--version',
  '--include-partial-messages',
  '--strict-mcp-config',
]);
const VALUES = new Set([
  '--input-format',
  '--output-format',
  '--permission-prompt-tool',
  '--permission-mode',
  '--model',
  '--effort',
  '--append-system-prompt',
  '--resume',
  '--session-id',
  '--system-prompt-snapshot',
  '--tools',
  '--disallowedTools',
  '--json-schema',
  '--max-budget-usd',
]);
const MODES = {
  manual: 'default',
  default: 'default',
  plan: 'plan',
  acceptEdits: 'acceptEdits',
  auto: 'auto',
  dontAsk: 'dontAsk',
  bypassPermissions: 'bypassPermissions',
};

/** Reads the arguments; a word that is no flag of claude's ends the program as claude does, with a sentence on stderr. */
export function readCommandLine(words, environment) {
  const flags = new Map();
  for (const word of words) {
    const [name, ...rest] = word.split('=');
    const value = rest.join('=');
    if (SWITCHES.has(word)) flags.set(word, '');
    else if (VALUES.has(name) && rest.length > 0) flags.set(name, value);
    else refuse(`error: unknown option '${word}'`);
  }
  if (flags.has('--version')) return { version: true };
  if (environment.CLAUDECODE) {
    refuse(
      'Error: Claude Code cannot be launched inside another Claude Code session.\nNested sessions share resources.',
    );
  }
  const mode = MODES[flags.get('--permission-mode') ?? 'manual'];
  if (mode === undefined) refuse("error: option '--permission-mode <mode>' argument is invalid.");
  const isRoot = environment.WIRE_CLAUDE_ROOT === '1';
  if (mode === 'bypassPermissions' && isRoot && environment.IS_SANDBOX !== '1') {
    refuse('--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons');
  }
  return {
    mode,
    asks: flags.get('--permission-prompt-tool') === 'stdio',
    isStream: flags.get('--input-format') === 'stream-json',
    isPartial: flags.has('--include-partial-messages'),
    model: flags.get('--model'),
    resume: flags.get('--resume'),
    session: flags.get('--session-id'),
    tools: flags.get('--tools')?.split(','),
    schema: flags.get('--json-schema'),
    budget: flags.has('--max-budget-usd') ? Number(flags.get('--max-budget-usd')) : undefined,
  };
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
