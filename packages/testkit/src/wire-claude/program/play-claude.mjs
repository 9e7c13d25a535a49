// The program itself: the two wires of claude 2.1.332, and what happens between prompts.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readCommandLine } from './command-line.mjs';
import { openSession } from './session-store.mjs';
import { runTurn } from './turn.mjs';

const EFFORTS = ['low', 'medium', 'high'];
const MODELS = [
  {
    value: 'default',
    resolvedModel: 'claude-wire-1',
    displayName: 'Default (recommended)',
    description: 'The first one · $1/$5 per Mtok',
    supportsEffort: true,
    supportedEffortLevels: EFFORTS,
  },
  {
    value: 'small',
    displayName: 'Small',
    description: 'For simple things · $0.1/$0.5 per Mtok',
    supportsEffort: false,
  },
];

/** Plays claude; `journal` is a file that is told the command line and the environment of each run. */
export async function playClaude({ journal, version }) {
  const words = process.argv.slice(2);
  const line = readCommandLine(words, process.env);
  if (line.version) {
    process.stdout.write(`${version} (Claude Code)\n`);
    return;
  }
  appendFileSync(journal, `${JSON.stringify({ pid: process.pid, words, environment: process.env })}\n`);
  const session = openSession(line, process.env);
  if (session === undefined) {
    const sentence = `No conversation found with session ID: ${line.resume}`;
    process.stderr.write(`${sentence}\n`);
    const fields = { subtype: 'error_during_execution', is_error: true, num_turns: 0, errors: [sentence] };
    await say({ type: 'result', ...fields, session_id: line.resume, total_cost_usd: 0 });
    process.exit(1);
  }
  await (line.isStream ? playStream(line, session) : playPrint(line, session));
}

function say(frame) {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(frame)}\n`, resolve));
}

async function playPrint(line, session) {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece;
  const wire = {
    say,
    stopped: () => new Promise((resolve) => process.once('SIGINT', resolve)),
    failed: () => process.exit(1),
  };
  await runTurn(text, { line, session, wire });
}

async function playStream(line, session) {
  const open = new Map();
  const queue = [];
  let working = false;
  let stop;
  /** Whether the running prompt was told to stop, perhaps before it could hear it. */
  let interrupted = false;
  let asked = 0;

  const wire = {
    say,
    failed: () => undefined,
    stopped: () =>
      new Promise((resolve) => {
        stop = resolve;
        if (interrupted) resolve();
      }),
    ask: (request) =>
      new Promise((resolve) => {
        asked += 1;
        const id = `ask-${asked}`;
        open.set(id, resolve);
        stop = async () => {
          await say({ type: 'control_cancel_request', request_id: id });
          resolve(undefined);
        };
        void say({ type: 'control_request', request_id: id, request });
      }),
  };

  async function work() {
    working = true;
    for (let content = queue.shift(); content !== undefined; content = queue.shift()) {
      stop = undefined;
      interrupted = false;
      await runTurn(content, { line, session, wire });
    }
    working = false;
  }

  const requests = {
    initialize: () => ({ commands: [], agents: [], output_style: 'default', models: MODELS, account: {} }),
    interrupt: () => {
      interrupted = true;
      void stop?.();
      return { still_queued: [] };
    },
  };

  for await (const text of createInterface({ input: process.stdin })) {
    const frame = JSON.parse(text);
    if (frame.type === 'control_request') {
      const made = requests[frame.request.subtype]?.();
      const outcome =
        made === undefined ? { subtype: 'error', error: 'Unsupported' } : { subtype: 'success', response: made };
      await say({ type: 'control_response', response: { request_id: frame.request_id, ...outcome } });
    } else if (frame.type === 'control_response') {
      const { request_id: id, response } = frame.response;
      open.get(id)?.(response);
      open.delete(id);
    } else if (frame.type === 'user') {
      queue.push(frame.message.content);
      if (!working) void work();
    }
  }
  // At the end of its input claude finishes what it has begun.
  while (working) await new Promise((resolve) => setTimeout(resolve, 10));
}
