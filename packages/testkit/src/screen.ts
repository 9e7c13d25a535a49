import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { waitFor } from './wait-for.js';

/** Why no screen can be had here, or undefined when one can. */
export const noTmux =
  spawnSync('tmux', ['-V']).status === 0
    ? undefined
    : 'needs tmux, which plays the terminal (Debian: apt-get install tmux)';

/** What runs on a screen of tmux. */
export interface Screen extends AsyncDisposable {
  /** What is to be seen now, without colours. */
  text(): string;
  /** The same with what has left the screen at its top: tmux itself pushes a line out when what ran has ended. */
  everything(): string;
  /** Waits until a text is to be seen. @throws Error with the screen, after two minutes */
  waitFor(what: string | RegExp): Promise<void>;
  /** Types a text, which must not hold line ends. */
  type(text: string): void;
  /** Presses a key by tmux's name for it, such as `Enter` or `C-c`. */
  press(key: string): void;
  /** What ran has ended. */
  isOver(): boolean;
  /** Its exit code once it has ended; NaN when a signal ended it. */
  exitCode(): Promise<number>;
}

/**
 * Starts a program on a screen of its own.
 * @param folder where tmux keeps its socket
 * @param command program and arguments
 * @param env the whole environment
 */
export function startScreen(
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Screen {
  const socket = join(folder, 'tmux.socket');
  const tmux = (...args: string[]) => {
    const options = {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      encoding: 'utf8',
    } as const;
    const result = spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], options);
    if (result.status !== 0) throw new Error(`tmux ${args[0]} failed: ${result.stderr}`);
    return result.stdout;
  };
  const isolated = [
    '/usr/bin/env',
    '-i',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    'TERM=tmux-256color',
  ];
  tmux('new-session', '-d', '-x', '150', '-y', '45', '-c', cwd, '--', ...isolated, ...command);
  // What was on the screen when the program ended is what a failed test wants to show.
  tmux('set-option', '-g', 'remain-on-exit', 'on');
  const text = () => tmux('capture-pane', '-p', '-J');
  const exitCode = () => {
    // tmux sometimes misses that what ran has ended; it looks after all of its children when another one ends.
    tmux('run-shell', 'true');
    const form = '#{?pane_dead_signal,signal,#{pane_dead_status}}';
    const status = tmux('list-panes', '-F', form).trim();
    return status === '' ? undefined : { code: Number(status) };
  };
  const screen: Screen = {
    text,
    everything: () => tmux('capture-pane', '-p', '-J', '-S', '-'),
    async waitFor(what) {
      const isThere = () => (typeof what === 'string' ? text().includes(what) : what.test(text()));
      await waitFor(isThere, { timeoutMs: 120_000, what: () => `${what} on the screen:\n${text()}` });
    },
    type: (typed) => void tmux('send-keys', '-l', '--', typed),
    press: (key) => void tmux('send-keys', key),
    isOver: () => tmux('list-panes', '-F', '#{pane_dead}').trim() === '1',
    exitCode: async () => (await waitFor(exitCode, { what: () => `an exit code; on the screen:\n${text()}` })).code,
    async [Symbol.asyncDispose]() {
      tmux('kill-server');
    },
  };
  return screen;
}
