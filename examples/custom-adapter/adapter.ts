import type { FailureClass, LaunchPlan, SettledEvent, Setup, Task } from '@agentmount/core';
import { type Action, asCount, asWord, type Codec, defineAdapter, type Exit, parseFields } from '@agentmount/core';
import * as z from 'zod';

const SESSION = /^abacus-[0-9a-f]{8}$/;
const refuses = { system_prompt_append: 'abacus has no system prompt' };
const options = z.strictObject({
  base: z.enum(['2', '8', '16']).optional().describe('base that numbers are written in; 10 unless given'),
});

const send = (frame: object): Action => ({ type: 'send', line: JSON.stringify(frame) });

/** The process to start, as plain data: nothing of a prompt is in it. What the codec must know stands in `handshake`. */
function launch({ cwd, model, options: { base } }: Setup<z.infer<typeof options>>, session?: string): LaunchPlan {
  const args = [...(model ? [`--model=${model}`] : []), ...(base ? [`--base=${base}`] : [])];
  return { transport: 'lines', args, env: {}, cwd, handshake: session ? { session } : {} };
}

/** One process's wire: it is told what comes in, and answers with what to write and with what it means. */
class AbacusCodec implements Codec {
  readonly #handshake: object;
  #phase: 'opening' | 'idle' | 'running' | 'over' = 'opening';

  constructor(plan: LaunchPlan) {
    this.#handshake = plan.handshake as object;
  }

  open(): readonly Action[] {
    return [send({ type: 'open', ...this.#handshake })];
  }

  prompt(task: Task): readonly Action[] {
    this.#phase = 'running';
    return [send({ type: 'prompt', text: task.text })];
  }

  interrupt(): readonly Action[] {
    return this.#phase === 'running' ? [send({ type: 'stop' })] : [];
  }

  frame(line: string): readonly Action[] {
    const { input = null, ...frame } = parseFields(line) ?? { type: 'not JSON' };
    const [type, id, name, text, path] = [frame.type, frame.id, frame.name, frame.text, frame.path].map(asWord);
    if (this.#phase === 'opening' && type === 'opened') return this.#opened(asWord(frame.session) ?? '');
    if (this.#phase === 'opening' && type === 'refused') return this.#fail('session-unknown', 'no such session');
    if (this.#phase !== 'running') return [];
    switch (type) {
      case 'text':
        return text ? [{ type: 'text', channel: 'answer', text }] : [];
      case 'tool':
        return id ? [{ type: 'tool', phase: 'start', id, input, ...(name && { name }) }] : [];
      case 'tool-done':
        return id ? [{ type: 'tool', phase: 'end', id, ok: true }] : [];
      case 'file':
        return path ? [{ type: 'file', path }] : [];
      case 'done': {
        const [input, output] = [asCount(frame.read), asCount(frame.written)];
        const known = input !== undefined && output !== undefined;
        const usage = known ? [{ type: 'usage', scope: 'prompt', input, output } as const] : [];
        return [...usage, ...this.#settle({ type: 'settled', outcome: 'completed' })];
      }
      case 'stopped':
        return this.#settle({ type: 'settled', outcome: 'interrupted' });
      case 'failed':
        return this.#fail('agent', 'the agent can add and count, and nothing else', true);
      default:
        return [{ type: 'unknown', frame: type ?? 'no type' }];
    }
  }

  #opened(id: string): readonly Action[] {
    if (!SESSION.test(id)) return this.#fail('protocol', 'the agent opened no session');
    this.#phase = 'idle';
    return [{ type: 'session', id }, { type: 'ready' }];
  }

  /** A line was too long to be kept, and this is its beginning. A prompt whose end it may have been is not left open. */
  lost(head: string): readonly Action[] {
    return /^\{"type":"(?:text|tool)/.test(head)
      ? []
      : this.#fail('protocol', 'a line that may be the end was too long');
  }

  /** Called once the process is gone; stderr may say why. */
  exit({ stderr }: Exit): readonly Action[] {
    const [line = ''] = stderr.trim().split('\n');
    return this.#fail('agent', line.replace(/[.\s]+$/, '') || 'the agent ended in the middle of its work');
  }

  #fail(kind: FailureClass, message: string, again = false): readonly Action[] {
    if (this.#phase === 'idle' || this.#phase === 'over') return [];
    return this.#settle({ type: 'settled', outcome: 'failed', failure: { class: kind, message } }, again);
  }

  /** @param again whether this process takes another prompt */
  #settle(settled: SettledEvent, again = true): readonly Action[] {
    this.#phase = again ? 'idle' : 'over';
    return again ? [settled, { type: 'ready' }] : [settled];
  }
}

export const adapter = defineAdapter({
  name: 'abacus',
  title: 'Abacus',
  executable: {
    command: 'abacus',
    install: 'npm i -g abacus-agent',
    versionArgs: ['--version'],
    tested: { from: '1.0.0', below: '2.0.0' },
  },
  options,
  transports: [{ name: 'lines', launch, codec: (plan) => new AbacusCodec(plan), refuses }],
  sessionId: SESSION,
  unknownSession: 'fails',
  modelColumns: [{ key: 'id', title: 'model' }],
  texts: {
    about: 'Abacus, an agent that adds numbers up and keeps the total',
    danger: 'it writes the file that a task names, without asking',
  },
});
