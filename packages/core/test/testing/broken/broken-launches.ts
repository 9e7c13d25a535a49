import { type AgentAdapter, type Codec, defineAdapter, type LaunchPlan, type Setup } from '../../../src/index.js';
import type { LaunchRuleId } from '../../../src/testing/index.js';
import { type ToyOptions, toyAdapter } from '../toy/toy-adapter.js';

type Toy = AgentAdapter<ToyOptions>;
type ChangePlan = (plan: LaunchPlan, setup: Setup<ToyOptions>, session: string | undefined) => unknown;

function launching(change: ChangePlan): Toy {
  const toy = toyAdapter();
  const [lines, ...others] = toy.transports;
  return defineAdapter<ToyOptions>({
    ...toy,
    transports: [
      { ...lines, launch: (setup, session) => change(lines.launch(setup, session), setup, session) as LaunchPlan },
      ...others,
    ],
  });
}

function parsing(parse: (plan: LaunchPlan, codec: Codec) => Codec): Toy {
  const toy = toyAdapter();
  const [lines, ...others] = toy.transports;
  return defineAdapter<ToyOptions>({
    ...toy,
    transports: [{ ...lines, codec: (plan) => parse(plan, lines.codec(plan)) }, ...others],
  });
}

let count = 0;

/** For every rule about plans the ways to break it. */
export const brokenLaunches: Readonly<Record<LaunchRuleId, readonly Toy[]>> = {
  'launch-total': [
    launching((plan, { model }) => {
      if (model?.includes('/')) throw new RangeError('a slash in the model');
      return plan;
    }),
    launching((plan, setup) => Object.assign(setup, { approvalMs: 1 }) && plan),
  ],
  'launch-pure': [
    launching((plan) => ({ ...plan, env: { STARTED: String(Date.now()) } })),
    launching((plan) => ({ ...plan, env: { HOME: process.env.HOME ?? '' } })),
    parsing((_, codec) => (Math.random() < 0 ? methodsOf(codec) : codec)),
  ],
  'plan-repeatable': [
    launching((plan) => {
      count += 1;
      return { ...plan, args: [...plan.args, `--run=${count}`] };
    }),
  ],
  'plan-plain': [
    launching((plan) => ({ ...plan, handshake: { session: undefined } })),
    launching((plan) => ({ ...plan, handshake: { since: new Date(0) } })),
    launching((plan) => ({ ...plan, handshake: 10n })),
  ],
  'plan-shape': [
    launching((plan) => ({ ...plan, command: 'toy-agent' })),
    launching((plan) => ({ ...plan, transport: 'once' })),
    launching(({ env: _, ...plan }) => plan),
    launching((plan) => ({ ...plan, args: 'one two' })),
    launching((plan) => ({ ...plan, files: [] })),
    launching(() => 'toy-agent --lines'),
  ],
  'plan-words': [
    launching((plan) => ({ ...plan, args: [...plan.args, 'a\0b'] })),
    launching((plan) => ({ ...plan, env: { TURNS: 3 } })),
    launching((plan) => ({ ...plan, env: { 'A=B': 'c' } })),
  ],
  'plan-directory': [
    launching((plan) => ({ ...plan, cwd: '.' })),
    launching((plan, { machine }) => ({ ...plan, cwd: machine.platform === 'win32' ? 'C:work' : plan.cwd })),
  ],
  'plan-files': [
    launching((plan) => ({ ...plan, files: { 'notes.txt': 'unread' } })),
    launching((plan) => ({ ...plan, args: ['{files}/../notes.txt'], files: { '../notes.txt': 'out of its folder' } })),
    launching(({ files: _, ...plan }) => ({ ...plan, args: ['{files}/notes.txt'] })),
  ],
  'plan-no-prompt': [
    launching((plan, setup) => ({ ...plan, handshake: { ...setup } })),
    launching((plan, setup) => ({ ...plan, args: [...plan.args, ...('images' in setup ? ['--images'] : [])] })),
  ],
  'plan-session': [
    launching(({ handshake: _, ...plan }) => plan),
    launching((plan, _, session) => ({
      ...plan,
      args: session === undefined ? plan.args : [`--length=${session.length}`],
    })),
    launching((plan) => ({ ...plan, args: ['toy-00c0ffee'] })),
  ],
  'plan-remote': [
    launching((plan, { machine }) => ({ ...plan, args: [...plan.args, `--sessions=${machine.home}/.toy`] })),
    launching((plan, { machine }) => ({ ...plan, env: { TOY_HOME: `${machine.home}/.toy` } })),
  ],
  'plan-preset': [
    launching((plan, { presetSession }) => ({
      ...plan,
      args: presetSession === undefined ? plan.args : [...plan.args, `--session=${presetSession}`],
    })),
    declaring((plan) => plan),
    declaring((plan, { presetSession }) => ({
      ...plan,
      args: [`--session=${presetSession}`, `--first=${presetSession?.at(-1)}`],
    })),
  ],
  'resume-launches': [{ ...toyAdapter(), resume: (setup) => toyAdapter().launch(setup) }],
  'parse-plan': [
    parsing((_, codec) => {
      count += 1;
      return count % 2 === 0 ? codec : { ...methodsOf(codec), models: () => [] };
    }),
    parsing((plan, codec) => Object.assign(plan, { env: {} }) && codec),
  ],
};

/** A transport that says it presets the session. */
function declaring(change: ChangePlan): Toy {
  const toy = launching(change);
  const [lines, ...others] = toy.transports;
  return defineAdapter<ToyOptions>({ ...toy, transports: [{ ...lines, presetsSession: true }, ...others] });
}

/** What every codec has. */
function methodsOf(codec: Codec): Codec {
  return {
    open: () => codec.open(),
    frame: (line) => codec.frame(line),
    lost: (head) => codec.lost(head),
    prompt: (task) => codec.prompt(task),
    exit: (exit) => codec.exit(exit),
  };
}
