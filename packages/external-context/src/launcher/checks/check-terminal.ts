import type { LaunchCall } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';

/**
 * Only a person at a terminal is served. The hook cannot see the difference: qwen 0.24.4 fires it headlessly, too.
 * @throws LaunchError `terminal`
 */
export function checkTerminal(call: LaunchCall): void {
  if (call.stdinIsTerminal && call.stdoutIsTerminal) return;
  throw new LaunchError(
    'terminal',
    'This launcher needs a terminal: start it without redirecting its input or output.',
  );
}
