#!/usr/bin/env node
/**
 * The toy agent: a real program that speaks the wire that the toy adapter reads. What it does depends on the prompt:
 * `echo …` answers with the rest, `tool` calls a tool, `ask` asks before it does, `wait` works until it is stopped or steered,
 * `fail …` reports an error, `crash` says why on stderr and exits with 3.
 */
import { stdin, stdout } from 'node:process';

interface Ask {
  readonly resolve: (allow: boolean) => void;
}

const asked = process.argv.find((argument) => argument.startsWith('--session='))?.slice('--session='.length);
const session = sessionFor(asked);
const asks = new Map<string, Ask>();
let steers: { reference: string; text: string }[] = [];
let wake: (() => void) | undefined;
let stopped = false;

/** A session whose id begins like this is never known, and a fresh one is begun in its place. */
function sessionFor(wanted: unknown): string {
  return typeof wanted === 'string' && !wanted.startsWith('toy-dead') ? wanted : 'toy-00c0ffee';
}

function say(frame: Record<string, unknown>): boolean {
  return stdout.write(`${JSON.stringify(frame)}\n`);
}

async function work(text: string): Promise<unknown> {
  say({ type: 'started' });
  const [verb = '', ...rest] = text.split(' ');
  if (verb === 'crash') {
    process.stderr.write('Error: out of paper.\n');
    process.exit(3);
  }
  if (verb === 'fail') return say({ type: 'error', kind: rest[0] ?? 'other', message: 'The model said no.\nTwice.' });
  if (verb === 'tool' || verb === 'ask') {
    if (verb === 'ask') {
      const allowed = await new Promise<boolean>((resolve) => {
        asks.set('ask-1', { resolve });
        say({ type: 'ask', id: 'ask-1', tool: 'write', input: { path: 'note.txt' } });
      });
      if (stopped) return say({ type: 'stopped' });
      if (!allowed) return done('Not allowed');
    }
    say({ type: 'tool', phase: 'start', id: 'call-1', name: 'write', input: { path: 'note.txt' } });
    say({ type: 'tool', phase: 'end', id: 'call-1', ok: true });
  }
  if (verb === 'wait') {
    say({ type: 'delta', text: 'Working. ' });
    // Without a stdin to wait for, nothing else would keep the process.
    const keep = setInterval(() => undefined, 60_000);
    while (!stopped && steers.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    clearInterval(keep);
    if (stopped) return say({ type: 'stopped' });
    for (const { reference } of steers) say({ type: 'taken', reference });
    const last = steers.at(-1)?.text ?? '';
    steers = [];
    say({ type: 'delta', text: `Now ${last}` });
    return done(`Now ${last}`);
  }
  const answer = verb === 'echo' ? rest.join(' ') : 'Done';
  for (const word of answer.split(/(?<= )/)) say({ type: 'delta', text: word });
  return done(answer);
}

function done(answer: string): boolean {
  return say({ type: 'done', answer, usage: { input: 100, output: 5 } });
}

function hear(frame: Record<string, unknown>): unknown {
  switch (frame.type) {
    case 'hello':
      return say({ type: 'hello', session: sessionFor(frame.session) });
    case 'models':
      return say({
        type: 'models',
        models: [
          { id: 'toy-small', window: 1000 },
          { id: 'toy-large', window: 9000 },
        ],
      });
    case 'prompt':
      stopped = false;
      return work(String(frame.text));
    case 'steer':
      steers.push({ reference: String(frame.reference), text: String(frame.text) });
      say({ type: 'queued', reference: frame.reference });
      return wake?.();
    case 'answer': {
      const ask = asks.get(String(frame.id));
      asks.delete(String(frame.id));
      return ask?.resolve(frame.allow === true);
    }
    case 'stop':
      stopped = true;
      return wake?.();
    default:
      return process.stderr.write(`unknown frame ${String(frame.type)}\n`);
  }
}

if (process.argv.includes('--version')) {
  stdout.write('1.2.3\n');
} else if (process.argv.includes('--once')) {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(part as Buffer);
  say({ type: 'hello', session });
  await work(Buffer.concat(parts).toString('utf8'));
} else {
  let rest = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  }
}
