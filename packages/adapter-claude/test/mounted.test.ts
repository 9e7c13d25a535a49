import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CallResult, expectNoProcesses, processMatcher, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { type ClaudeServers, startClaude } from './fixtures/start-claude.js';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const sessionOf = ({ text }: CallResult) => /\[session: ([0-9a-f-]{36})\]/.exec(text)?.[1] ?? 'none';
const turnOf = ({ text }: CallResult) => /\[turn: (\w+)\]/.exec(text)?.[1] ?? 'none';
const expectNothingLeft = ({ claude }: ClaudeServers, pid: number) =>
  expectNoProcesses({ commandIncludes: claude.directory }, { except: processMatcher({ pids: [pid] }) });

describe('claude, mounted by the real server', () => {
  it('answers, and is continued by another server in a new process', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    const first = await client.call('claude', { prompt: 'say the word is maple' });
    expect(first.isError, first.text).toBe(false);
    expect(first.text).toContain('\n\nthe word is maple\n');
    expect(first.text).toMatch(/claude: claude-wire-1 · 1 turn · 100 in \/ 5 out · \$0\.0006\d* · /);
    await expectNothingLeft(servers, client.pid);
    await client.close();

    const other = await servers.connect();
    const session = sessionOf(first);
    const reply = await other.call('claude_reply', { session, prompt: 'recall' });
    expect(reply.isError, reply.text).toBe(false);
    expect(reply.text).toContain('\n\nsay the word is maple\n');
    expect(sessionOf(reply)).toBe(session);
    // What the session had cost before is not known in a new process.
    expect(reply.text).not.toContain('$');
    const history = await other.call('claude_history', { session });
    expect(history.text).toContain('the word is maple');
    expect((await servers.claude.runs()).map(({ pid }) => pid)).toHaveLength(2);
  });

  it('is stopped, redirected, and continued after that', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    const begun = await client.call('claude', { prompt: 'wait', wait_ms: 0 });
    const turn = turnOf(begun);
    const isWorking = async () => (await client.call('claude_running')).text.includes('[session: ');
    await waitFor(isWorking, { what: 'the prompt to run' });
    await client.call('claude_send', { turn, message: 'say something else' });
    const redirected = await client.call('claude_wait', { turn });
    expect(redirected.isError, redirected.text).toBe(false);
    expect(redirected.text).toMatch(/Working on \n.*\nsomething else\n/s);

    const again = await client.call('claude', { prompt: 'wait', wait_ms: 0 });
    await waitFor(isWorking, { what: 'the next prompt to run' });
    await client.call('claude_send', { turn: turnOf(again), command: 'abort' });
    const aborted = await client.call('claude_wait', { turn: turnOf(again) });
    expect(aborted.isError).toBe(true);
    expect(aborted.text).toContain('Working on');
    expect(aborted.meta['agentmount/report']).toMatchObject({
      status: 'interrupted',
      ending: 'closed',
      resumable: true,
    });
    await expectNothingLeft(servers, client.pid);
    const reply = await client.call('claude_reply', { session: sessionOf(aborted), prompt: 'recall' });
    expect(reply.text).toContain('\n\nwait');
  });

  it('asks before it writes: allowed, denied', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    const asked = await client.call('claude', { prompt: 'write note.txt hello' });
    expect(asked.text).toContain('[needs approval: ask-1 · Write');
    expect(existsSync(join(servers.claude.work, 'note.txt'))).toBe(false);
    await client.call('claude_send', { turn: turnOf(asked), command: 'allow' });
    const written = await client.call('claude_wait', { turn: turnOf(asked) });
    expect(written.text).toContain('The tool said: Done.');
    expect(written.text).toContain('claude wrote: note.txt');
    expect(existsSync(join(servers.claude.work, 'note.txt'))).toBe(true);

    const again = await client.call('claude', { prompt: 'write other.txt hello' });
    await client.call('claude_send', { turn: turnOf(again), command: 'deny', message: 'keep it in note.txt' });
    const denied = await client.call('claude_wait', { turn: turnOf(again) });
    expect(denied.text).toContain('The tool said: keep it in note.txt');
    expect(existsSync(join(servers.claude.work, 'other.txt'))).toBe(false);
  });

  it('says what failed and how to go on', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    const refused = await client.call('claude', { prompt: 'fail 401 0' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('API Error: 401');
    expect(refused.text).toContain('run "claude" in a terminal and log in with /login');
    const crashed = await client.call('claude', { prompt: 'crash' });
    expect(crashed.isError).toBe(true);
    expect(crashed.text).toContain('claude ended with code 3 and gave no result: Error: out of paper');
    expect(crashed.text).toContain('I was about to');
    const session = sessionOf(crashed);
    expect((await client.call('claude_reply', { session, prompt: 'recall' })).text).toContain('\n\ncrash\n');
    const unknown = { session: '0927adc5-a840-4b68-93ca-5ca344c9fafb', cwd: servers.claude.work, prompt: 'recall' };
    const lost = await client.call('claude_reply', unknown);
    expect(lost.isError).toBe(true);
    expect(lost.meta['agentmount/report']).toMatchObject({ cause: { class: 'session-unknown' }, resumable: false });
    const prints = await client.call('claude', { prompt: 'say hi', transport: 'print', images: [PNG] });
    expect(prints.text).toMatch(/images.*stream/s);
    await expectNothingLeft(servers, client.pid);
  });

  it('tells a person what to do when claude refuses to do everything as root', async () => {
    await using servers = await startClaude({ WIRE_CLAUDE_ROOT: '1' });
    const client = await servers.connect();
    const refused = await client.call('claude', { prompt: 'say hi', approval_mode: 'yolo' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('To mend it: run the server as an ordinary user, or set IS_SANDBOX=1');
    const sandboxed = await servers.connect({ IS_SANDBOX: '1' });
    const done = await sandboxed.call('claude', { prompt: 'write note.txt hi', approval_mode: 'yolo' });
    expect(done.text).toContain('claude wrote: note.txt');
  });

  it('lists its models without a task, and takes pictures', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    const models = await client.call('claude_models', { search: 'simple' });
    expect(models.text).toContain('small');
    expect(models.text).toContain('$0.1/$0.5 per Mtok');
    expect((await client.call('claude', { prompt: 'count', images: [PNG] })).text).toContain('1: image/png');
  });

  it('runs inside another claude as on its own', async () => {
    await using servers = await startClaude({
      CLAUDECODE: '1',
      CLAUDE_CODE_CHILD_SESSION: '1',
      CLAUDE_CODE_SESSION_ID: '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10',
      CLAUDE_CODE_USE_BEDROCK: '1',
    });
    const client = await servers.connect();
    const first = await client.call('claude', { prompt: 'say hi' });
    expect(first.isError, first.text).toBe(false);
    const reply = await client.call('claude_reply', { session: sessionOf(first), prompt: 'recall' });
    expect(reply.text).toContain('\n\nsay hi\n');
    const environment = (await servers.claude.runs())[0]?.environment ?? {};
    expect(Object.keys(environment)).not.toContain('CLAUDE_CODE_SESSION_ID');
    // What chooses the provider is the person's own.
    expect(environment).toMatchObject({ CLAUDE_CODE_USE_BEDROCK: '1', CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' });
    expect(Object.keys(environment).filter((name) => name.startsWith('CLAUDE_MCP_'))).toEqual([]);
  });

  it('can go on in the process of the turn before', async () => {
    await using servers = await startClaude({ CLAUDE_MCP_KEEP_MS: '60000' });
    const client = await servers.connect();
    const first = await client.call('claude', { prompt: 'say one' });
    const reply = await client.call('claude_reply', { session: sessionOf(first), prompt: 'recall' });
    expect(reply.text).toContain('\n\nsay one\n');
    expect(reply.text).toContain('$0.0006');
    expect(await servers.claude.runs()).toHaveLength(1);
  });

  it('takes a process that waited, which tells its session only then', async () => {
    await using servers = await startClaude({ CLAUDE_MCP_SPARES: '1' });
    const client = await servers.connect();
    const runs = async () => (await servers.claude.runs()).map(({ pid }) => pid);
    const first = await client.call('claude', { prompt: 'say one' });
    await waitFor(async () => (await runs()).length === 2, { what: 'a process that waits' });
    const [, waiting] = await runs();
    const second = await client.call('claude', { prompt: 'say two' });
    expect(second.text).toContain('\n\ntwo\n');
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    expect((await client.call('claude_reply', { session: sessionOf(second), prompt: 'recall' })).text).toContain(
      'say two',
    );
    // Not one more was started for the second prompt than for the next that may come, and for the reply.
    expect((await runs()).slice(0, 2)[1]).toBe(waiting);
  });

  it('costs a conversation no more than any other agent', async () => {
    await using servers = await startClaude();
    const client = await servers.connect();
    expect(JSON.stringify({ tools: await client.listTools() }).length).toBeLessThan(6_500);
  });
});
