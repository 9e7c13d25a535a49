import type { LaunchCall } from '../launch-call.js';
import { LaunchError } from '../launch-error.js';

/**
 * A launcher takes no arguments: one that did could be made to start another qwen than the administrator's.
 * @throws LaunchError `arguments`
 */
export function checkArguments(call: LaunchCall): void {
  if (call.arguments.length === 0) return;
  throw new LaunchError(
    'arguments',
    'This launcher takes no arguments: start it alone, and type the request into qwen.',
  );
}
