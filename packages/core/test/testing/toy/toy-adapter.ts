import * as z from 'zod';
import { type Codec, defineAdapter, type LaunchPlan, type Setup, type Transport } from '../../../src/index.js';
import { TOY_SESSION, ToyLinesCodec } from './toy-lines-codec.js';
import { ToyOnceCodec } from './toy-once-codec.js';

const SESSION = '--session=';

const options = z.strictObject({ tone: z.enum(['plain', 'loud']).optional() });
export type ToyOptions = z.infer<typeof options>;

function launch(transport: string, setup: Setup<ToyOptions>, session?: string): LaunchPlan {
  return {
    transport,
    args: [
      `--${transport}`,
      ...(setup.model === undefined ? [] : [`--model=${setup.model}`]),
      ...(setup.options.tone === undefined ? [] : [`--tone=${setup.options.tone}`]),
      ...(setup.systemPromptAppend === undefined ? [] : ['--system={files}/system.txt']),
      ...(transport === 'once' && session !== undefined ? [`${SESSION}${session}`] : []),
    ],
    env: {},
    cwd: setup.cwd,
    ...(setup.systemPromptAppend !== undefined && { files: { 'system.txt': setup.systemPromptAppend } }),
    ...(transport === 'lines' && session !== undefined && { handshake: { session } }),
  };
}

const lines: Transport<ToyOptions> = {
  name: 'lines',
  launch: (setup, session) => launch('lines', setup, session),
  codec: (plan) => new ToyLinesCodec((plan.handshake as { session: string } | undefined)?.session),
};

const once: Transport<ToyOptions> = {
  name: 'once',
  launch: (setup, session) => launch('once', setup, session),
  codec: (plan) => new ToyOnceCodec(plan.args.find((word) => word.startsWith(SESSION))?.slice(SESSION.length)),
};

/**
 * An adapter that keeps every rule, for an agent that is a small program beside it.
 * @param wrap replaces the codec of a transport, for a test that needs a faulty one
 */
export function toyAdapter(wrap: (codec: Codec) => Codec = (codec) => codec) {
  const wrapped = (transport: Transport<ToyOptions>): Transport<ToyOptions> => ({
    ...transport,
    codec: (plan) => wrap(transport.codec(plan)),
  });
  return defineAdapter<ToyOptions>({
    name: 'toy',
    title: 'Toy',
    executable: {
      command: 'toy-agent',
      install: 'npm install -g toy-agent',
      versionArgs: ['--version'],
      tested: { from: '1.0.0', below: '2.0.0' },
    },
    options,
    transports: [wrapped(lines), wrapped(once)],
    sessionId: TOY_SESSION,
    unknownSession: 'fresh',
    modelColumns: [{ key: 'contextWindow', title: 'Context' }],
    texts: { about: 'An agent that echoes.', danger: 'It does what it is told.' },
  });
}
