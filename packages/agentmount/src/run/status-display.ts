import type { Turn, TurnView } from '@agentmount/core';
import { followProgress, progressText, tokensText } from '@agentmount/server';
import type { CommandOutput } from '../program/command-io.js';
import { safeText } from '../program/safe-text.js';

/** Where a person sees how a turn goes on. */
export interface StatusDisplay {
  /** Shows lines that stay; they do not run into the line that is rewritten. */
  say(text: string): void;
  /** Takes the rewritten line away until `resume`: a question stands there. */
  pause(): void;
  resume(): void;
  /** Ends the display; the rewritten line is gone then. */
  close(): void;
}

/** How often the rewritten line is drawn again, ms. */
const REDRAW_MS = 500;

/**
 * Shows on stderr how a turn goes on: state, tools, time and tokens. On a terminal that is one line, rewritten; else a line at each
 * change, and at least every 15 seconds.
 * @param agent the adapter's name
 */
export function statusDisplay(agent: string, turn: Turn, stderr: CommandOutput, isDumb: boolean): StatusDisplay {
  const textOf = (view: TurnView) => {
    const tokens = tokensText(view);
    return `${progressText(view)}${tokens === undefined ? '' : ` · ${tokens}`}`;
  };
  return stderr.isTTY && !isDumb
    ? rewrittenLine(turn, stderr, (view) => `${agent} · ${textOf(view)}`)
    : plainLines(turn, stderr, agent, textOf);
}

function plainLines(
  turn: Turn,
  stderr: CommandOutput,
  agent: string,
  textOf: (view: TurnView) => string,
): StatusDisplay {
  const write = (line: string) => void stderr.write(`${safeText(line)}\n`);
  const stop = followProgress(turn, async (message) => write(`${agent}: ${message}`), textOf);
  return { say: write, pause: () => undefined, resume: () => undefined, close: stop };
}

function rewrittenLine(turn: Turn, stderr: CommandOutput, textOf: (view: TurnView) => string): StatusDisplay {
  let isPaused = false;
  let shown = false;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  const draw = () => {
    if (isPaused) return;
    const width = Math.max(10, (stderr.columns ?? 80) - 1);
    const text = safeText(textOf(turn.view())).replaceAll(/\s/g, ' ');
    stderr.write(`\r${cutTo(text, width)}\x1b[K`);
    shown = true;
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    say(text) {
      clear();
      stderr.write(`${safeText(text)}\n`);
      draw();
    },
    pause() {
      clear();
      isPaused = true;
    },
    resume() {
      isPaused = false;
      draw();
    },
    close() {
      clearInterval(timer);
      clear();
      isPaused = true;
    },
  };
}

/** Characters that a terminal shows twice as wide are rare here, and cost a line at worst. */
function cutTo(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
