import type { Manifest } from './read-manifest.js';

/**
 * What someone reads who starts the program by hand. It goes on listening, because some hosts give their servers a terminal; whoever
 * typed the command learns how to leave.
 * @param host the name under which a host would know it, and the command that the host would start
 */
export function terminalText(
  { name, version }: Manifest,
  host: { readonly server: string; readonly command: string },
): string {
  return (
    `${name} ${version} speaks MCP on stdin and stdout: an MCP host starts it, a person does not. ` +
    `To add it to one: claude mcp add ${host.server} -s user -- ${host.command} (${name} --help says more). ` +
    'It is listening now; Ctrl-C ends it.'
  );
}
