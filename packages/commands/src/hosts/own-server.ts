import type { HostServer } from './host.js';

/** What is known of the running program. */
export interface OwnProgram {
  /** Its name in the package registry. */
  readonly name: string;
  /** Absolute path of its script, symbolic links resolved. */
  readonly script: string;
  /** Absolute path of the Node.js that runs it. */
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

/**
 * How a host is to start the program that runs now: through npx where npx has brought it here, because its cache may be cleared; else by
 * the paths of Node.js and of the script, because a host may have another PATH than a terminal.
 * @param name under which the host will know it @param args what comes after the program's name
 */
export function ownServer(program: OwnProgram, name: string, args: readonly string[]): HostServer {
  if (!/[\\/]_npx[\\/]/.test(program.script)) {
    return { name, command: program.node, args: [program.script, ...args] };
  }
  const npx = ['npx', '-y', program.name, ...args];
  // npx is a script of the shell there, which no host may start by itself.
  const [command = '', ...rest] = program.platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { name, command, args: rest };
}
