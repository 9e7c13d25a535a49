#!/usr/bin/env node
/**
 * A tiny agent: a real program with a line protocol, a session store, a tool and a stop. It understands `add 2 3`,
 * `add 2 3 > sum.txt`, `total`, and `count`, which goes on until it is stopped.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const base = Number(option('base') ?? 10);
const folder = process.env.ABACUS_HOME ?? join(homedir(), '.abacus');
const store = join(folder, 'sessions.json');

let session;
let counting;
let calls = 0;

const say = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const shown = (number) => number.toString(base);
const done = (text) => say({ type: 'done', read: text.length, written: text.length });

function sessions() {
  try {
    return JSON.parse(readFileSync(store, 'utf8'));
  } catch {
    return {};
  }
}

function save(total) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(store, JSON.stringify({ ...sessions(), [session]: { total } }));
}

function open(wanted) {
  if (wanted !== undefined && !(wanted in sessions())) return say({ type: 'refused' });
  session = wanted ?? `abacus-${randomBytes(4).toString('hex')}`;
  if (wanted === undefined) save(0);
  return say({ type: 'opened', session });
}

function prompt(text) {
  if (text.trim() === 'total') return answer(`The total is ${shown(sessions()[session].total)}.`);
  if (text.trim() === 'count') return count(1);
  const [, numbers, file] = /^add((?: -?\d+)+)(?: > (\S+))?$/.exec(text.trim()) ?? [];
  if (numbers === undefined) return say({ type: 'failed' });
  const sum = numbers
    .trim()
    .split(' ')
    .map(Number)
    .reduce((one, other) => one + other);
  save(sessions()[session].total + sum);
  if (file !== undefined) write(file, `${shown(sum)}\n`);
  return answer(`That makes ${shown(sum)}.`);
}

/** Its one tool. */
function write(file, text) {
  calls += 1;
  const id = `call-${calls}`;
  say({ type: 'tool', id, name: 'write_file', input: { file } });
  writeFileSync(resolve(file), text);
  say({ type: 'tool-done', id });
  say({ type: 'file', path: file });
}

function answer(text) {
  for (const word of text.split(/(?<= )/)) say({ type: 'text', text: word });
  done(text);
}

function count(number) {
  say({ type: 'text', text: `${shown(number)} ` });
  counting = setTimeout(count, 50, number + 1);
}

function stop() {
  if (counting === undefined) return;
  clearTimeout(counting);
  counting = undefined;
  say({ type: 'stopped' });
}

function hear(frame) {
  if (frame.type === 'open') open(frame.session);
  else if (frame.type === 'prompt') prompt(frame.text);
  else if (frame.type === 'stop') stop();
}

if (process.argv.includes('--version')) {
  process.stdout.write('1.2.0\n');
} else {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const part of process.stdin) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  }
  stop();
}
