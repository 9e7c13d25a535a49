// What the program does with a prompt: its first word says. See wire-claude.ts for the list.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { textOf } from './session-store.mjs';

const MODEL = 'claude-wire-1';
const NOTHING = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
const ONE_CALL = { input_tokens: 60, cache_creation_input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 5 };
const PRICE = 0.0006;
/** Tools that speak to a person: no mode spares the question. */
const PERSONAL = ['AskUserQuestion', 'ExitPlanMode'];

function nothing() {
  return undefined;
}

/** One prompt's work; `wire` writes frames, asks for permission and knows whether it was told to stop. */
export async function runTurn(content, { line, session, wire }) {
  const turn = new Turn(line, session, wire);
  const [words = ''] = textOf(content);
  const [verb = '', ...rest] = words.split(' ');
  await turn.init();
  session.writeUser(content);
  const behaviour = Object.hasOwn(BEHAVIOURS, verb) ? BEHAVIOURS[verb] : BEHAVIOURS.say;
  await behaviour(turn, verb === 'say' || behaviour !== BEHAVIOURS.say ? rest : [verb, ...rest], content);
}

const BEHAVIOURS = {
  say: async (turn, words) => {
    await turn.speak(words.join(' '));
    await turn.succeed(words.join(' '));
  },
  recall: async (turn) => {
    const before = turn.session.said().slice(0, -1).join(' | ') || 'nothing';
    await turn.speak(before);
    await turn.succeed(before);
  },
  count: async (turn, _words, content) => {
    const pictures = content.filter(({ type }) => type === 'image').map(({ source }) => source.media_type);
    await turn.succeed(`${pictures.length}: ${pictures.join(', ')}`);
  },
  write: async (turn, [path = 'note.txt', ...words]) => {
    const input = { file_path: path, content: `${words.join(' ')}\n` };
    const done = await turn.callTool('Write', input, () => writeFileSync(path, input.content), ['acceptEdits']);
    await turn.conclude(done);
  },
  question: async (turn) => turn.conclude(await turn.callTool('AskUserQuestion', { questions: [] }, nothing, [])),
  leave: async (turn) => turn.conclude(await turn.callTool('ExitPlanMode', { plan: 'All of it.' }, nothing, [])),
  wait: async (turn) => {
    await turn.start();
    await turn.delta('Working on ');
    await turn.wire.stopped();
    await turn.stop('aborted_streaming');
  },
  fail: async (turn, [status = '401', retries = '1']) => {
    for (let attempt = 1; attempt <= Number(retries); attempt += 1) {
      const retry = { attempt, max_retries: Number(retries), retry_delay_ms: 512.4, error_status: Number(status) };
      await turn.say({ type: 'system', subtype: 'api_retry', ...retry, error: 'authentication_failed' });
    }
    const text = `Failed to authenticate. API Error: ${status} {"type":"error"}`;
    const message = { id: randomUUID(), type: 'message', role: 'assistant', model: '<synthetic>', usage: NOTHING };
    await turn.say({
      type: 'assistant',
      message: { ...message, content: [{ type: 'text', text }] },
      parent_tool_use_id: null,
      error: 'authentication_failed',
    });
    const failure = { is_error: true, api_error_status: Number(status), terminal_reason: 'api_error', result: text };
    await turn.end({ subtype: 'success', ...failure }, NOTHING, 0);
    return turn.wire.failed();
  },
  budget: async (turn) => {
    await turn.speak('That was much.');
    await turn.end({ subtype: 'error_max_budget_usd', is_error: true, errors: [] }, ONE_CALL, 1);
  },
  json: async (turn) => {
    const output = { colour: 'green', weight: 3 };
    if (turn.line.schema === undefined) return turn.succeed('No schema.');
    await turn.callTool('StructuredOutput', output, nothing, undefined);
    await turn.end({ subtype: 'success', is_error: false, result: '', structured_output: output }, ONE_CALL, 2);
  },
  crash: async (turn) => {
    await turn.start();
    await turn.delta('I was about to ');
    process.stderr.write('Error: out of paper.\n    at somewhere (file.js:1:1)\n');
    process.exit(3);
  },
  // A task that ran in the background reports first; its result is not the prompt's.
  late: async (turn, words) => {
    await turn.say(
      turn.result({ subtype: 'success', is_error: false, result: '', origin: { kind: 'task-notification' } }),
    );
    await BEHAVIOURS.say(turn, words);
  },
};

class Turn {
  constructor(line, session, wire) {
    Object.assign(this, { line, session, wire, calls: 0, denials: [] });
  }

  say(frame) {
    return this.wire.say({ ...frame, session_id: this.session.id, uuid: randomUUID() });
  }

  init() {
    const tools = this.line.tools ?? ['Task', 'Bash', 'Edit', 'Read', 'Write', 'Glob', 'Grep'];
    const all = this.line.schema === undefined ? tools : [...tools, 'StructuredOutput'];
    const about = {
      cwd: process.cwd(),
      mcp_servers: [],
      permissionMode: this.line.mode,
      claude_code_version: '2.1.332',
    };
    return this.say({ type: 'system', subtype: 'init', model: MODEL, tools: all, apiKeySource: 'none', ...about });
  }

  async start() {
    this.calls += 1;
    this.message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: MODEL };
    const usage = { ...ONE_CALL, output_tokens: 1 };
    await this.stream({ type: 'message_start', message: { ...this.message, content: [], usage } });
    await this.stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  }

  delta(text) {
    return this.stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  }

  async stream(event) {
    if (this.line.isPartial) await this.say({ type: 'stream_event', event, parent_tool_use_id: null });
  }

  async speak(text) {
    await this.start();
    for (const piece of text.split(/(?<= )/)) await this.delta(piece);
    await this.block({ type: 'text', text });
  }

  /** A whole block, and the end of the message that it is in. */
  async block(block) {
    const usage = { ...ONE_CALL, output_tokens: 1 };
    await this.say({
      type: 'assistant',
      message: { ...this.message, content: [block], usage },
      parent_tool_use_id: null,
    });
    await this.stream({ type: 'content_block_stop', index: 0 });
    await this.stream({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } });
    await this.stream({ type: 'message_stop' });
    this.session.writeAssistant([block]);
  }

  /** @param modes in which nobody is asked; undefined: never */
  async callTool(name, input, run, modes) {
    await this.start();
    const id = `toolu_${randomUUID()}`;
    await this.block({ type: 'tool_use', id, name, input });
    const free = this.line.mode === 'bypassPermissions' && !PERSONAL.includes(name);
    const unasked = modes === undefined || free || modes.includes(this.line.mode);
    const answer = unasked ? { behavior: 'allow' } : await this.ask(id, name, input);
    if (answer === undefined) return undefined;
    const allowed = answer.behavior === 'allow';
    if (allowed) run(answer.updatedInput ?? input);
    else this.denials.push({ tool_name: name, tool_use_id: id, tool_input: input });
    const content = allowed ? 'Done.' : (answer.message ?? 'Nobody granted it.');
    const block = { type: 'tool_result', tool_use_id: id, content, ...(allowed ? {} : { is_error: true }) };
    await this.say({ type: 'user', message: { role: 'user', content: [block] }, parent_tool_use_id: null });
    this.session.writeUser([block]);
    return content;
  }

  async ask(id, tool, input) {
    if (!this.line.asks) return { behavior: 'deny' };
    return this.wire.ask({ subtype: 'can_use_tool', tool_name: tool, display_name: tool, input, tool_use_id: id });
  }

  async conclude(said) {
    if (said === undefined) return this.stop('aborted_tools');
    await this.speak(`The tool said: ${said}`);
    await this.succeed(`The tool said: ${said}`);
  }

  succeed(text) {
    const usage = Object.fromEntries(
      Object.entries(ONE_CALL).map(([key, value]) => [key, value * Math.max(1, this.calls)]),
    );
    return this.end({ subtype: 'success', is_error: false, result: text, stop_reason: 'end_turn' }, usage, this.calls);
  }

  async stop(reason) {
    const content = [{ type: 'text', text: '[Request interrupted by user]' }];
    await this.say({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null });
    const fields = { subtype: 'error_during_execution', is_error: true, terminal_reason: reason, errors: [] };
    await this.end(fields, NOTHING, this.calls);
  }

  async end(fields, usage, rounds) {
    this.session.writeCost(Math.round((this.session.cost() + PRICE * this.calls) * 1e6) / 1e6);
    await this.say(this.result({ usage, num_turns: rounds, terminal_reason: 'completed', ...fields }));
  }

  /** claude's keys come in any order: here the type comes last. */
  result(fields) {
    const figures = { duration_ms: 12, duration_api_ms: 9, total_cost_usd: this.session.cost(), modelUsage: {} };
    return { api_error_status: null, ...figures, ...fields, permission_denials: this.denials, type: 'result' };
  }
}
