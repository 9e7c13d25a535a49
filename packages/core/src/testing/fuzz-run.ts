import { reshaped, retyped, strangeFrame, truncated } from './damage-frame.js';
import type { Random } from './random.js';
import type { SimulatedCore } from './simulated-core.js';
import type { Step } from './step.js';

/** What the random steps of a run are made from. */
export interface FuzzMaterial {
  /** The calls of the transcript that the run follows. */
  readonly path: readonly Step[];
  /** Frames of all transcripts of the transport. */
  readonly frames: readonly string[];
  /** What agents have said on stderr. */
  readonly stderr: readonly string[];
  readonly correlate: (frame: string, sent: readonly string[]) => string;
}

const RATES = [0, 0.02, 0.1, 0.3];
const PROMPTS = ['Go on', '--help', '/clear', 'two\nlines', '{"type":"x"}'];
const ENDS = [
  [0, null],
  [1, null],
  [130, null],
  [null, 'SIGKILL'],
  [null, 'SIGTERM'],
] as const;

/**
 * Walks along a transcript with random detours, until the process is gone. Each step that was made is appended to `steps` before
 * it is made, so that the list is complete when a step throws.
 */
export function fuzzRun<Options>(
  core: SimulatedCore<Options>,
  material: FuzzMaterial,
  random: Random,
  steps: Step[],
): void {
  const damageRate = random.pick(RATES);
  const callRate = random.pick(RATES);
  const { path, frames } = material;
  let cursor = 0;

  const make = (step: Step): void => {
    if (!core.allows(step)) return;
    steps.push(step);
    core.perform(step);
  };
  const say = (...lines: readonly string[]): void => {
    for (const line of lines) make({ call: 'frame', line });
  };
  const recorded = (frame: string): string => material.correlate(frame, core.sent);
  /** The next frame of the path, or nothing when a call is next or none is left. */
  const nextFrame = (): string | undefined => {
    const next = path[cursor];
    if (next?.call !== 'frame') return undefined;
    cursor += 1;
    return recorded(next.line);
  };

  const detours: readonly ((frame: string) => void)[] = [
    function drop() {
      // The frame was taken from the path and is said by no one.
    },
    (frame) => say(frame, frame),
    (frame) => {
      const after = nextFrame();
      say(...(after === undefined ? [frame] : [after, frame]));
    },
    (frame) => say(truncated(random, frame)),
    (frame) => say(random.pick(frames), frame),
    (frame) => say(retyped(random, frame)),
    (frame) => say(retyped(random, frame), frame),
    (frame) => say(strangeFrame(random), frame),
    (frame) => say(reshaped(random, frame)),
    // Core keeps no more of a lost frame than this.
    (frame) => make({ call: 'lost', head: frame.slice(0, 2000) }),
    (frame) => make({ call: 'lost', head: truncated(random, frame).slice(0, 2000) }),
  ];

  const calls: readonly (() => void)[] = [
    () => make({ call: 'prompt', text: random.pick(PROMPTS) }),
    () => make({ call: 'interrupt' }),
    () => {
      make({ call: 'interrupt' });
      make({ call: 'interrupt' });
    },
    () => make({ call: 'steer', reference: `fuzz-${steps.length}`, text: random.pick(PROMPTS) }),
    () => {
      const { openApprovals, lateApprovals } = core.codec.state;
      const ids = random.chance(0.8) ? openApprovals : lateApprovals;
      const allow = random.chance(0.5);
      if (ids.length > 0)
        make({ call: 'answer', id: random.pick(ids), allow, reason: allow ? '' : 'denied by the caller' });
    },
    () => make({ call: 'models' }),
  ];

  const follow = (step: Step): void => {
    cursor += 1;
    make(step.call === 'frame' ? { call: 'frame', line: recorded(step.line) } : step);
  };
  const exit = (): void => {
    const [code, signal] = random.pick(ENDS);
    make({ call: 'exit', exit: { code, signal, stderr: random.pick(material.stderr) } });
  };

  const longest = 2 * path.length + 100;
  while (!core.gone && steps.length < longest) {
    const roll = random.next();
    const next = path[cursor];
    if (roll < damageRate) random.pick(detours)(nextFrame() ?? recorded(random.pick(frames)));
    else if (roll < damageRate + callRate) random.pick(calls)();
    else if (random.chance(0.002)) exit();
    else if (next) follow(next);
    else if (random.chance(0.5)) cursor = random.below(path.length);
    else exit();
  }
  exit();
}
