import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.js';
import { linesAdapter } from '../fixtures/lines-adapter.js';

const read = (environment: Record<string, string>) =>
  readSettings(linesAdapter, { environment, home: '/home/someone' });

describe('readSettings', () => {
  it('takes the documented defaults when nothing is set', () => {
    const { settings, problems, fatal } = read({});
    expect(problems).toEqual([]);
    expect(fatal).toEqual([]);
    expect(settings).toEqual({
      maxFrame: 8_000_000,
      approvals: 'caller',
      runner: {
        wrap: [],
        wrapKind: 'local',
        options: { tone: 'loud' },
        timeoutMs: 60_000,
        maxTimeoutMs: 86_400_000,
        maxConcurrent: 4,
        stderrLimit: 1500,
        stderrKeepEvents: false,
        maxCapture: 16_000_000,
        maxLine: 8_000_000,
        maxSessions: 50,
        killGraceMs: 5000,
        stopGraceMs: 5000,
        initTimeoutMs: 15_000,
        modelsTimeoutMs: 60_000,
        statePath: '/home/someone/.local/state/lines-mcp/sessions.json',
        approvalTimeoutMs: 300_000,
        spares: 1,
        keepMs: 0,
        maxDepth: 2,
      },
    });
  });

  it('takes what differs between agents from the adapter', () => {
    const { runner } = read({ LINES_MCP_HALT_GRACE_MS: '70' }).settings;
    expect(runner).toMatchObject({ timeoutMs: 60_000, maxSessions: 50, stopGraceMs: 70, options: { tone: 'loud' } });
  });

  it('reads every variable', () => {
    const { settings, problems } = read({
      LINES_MCP_BIN: '~/bin/lines',
      LINES_MCP_MODEL: 'large',
      LINES_MCP_TRANSPORT: 'once',
      LINES_MCP_TIMEOUT_MS: '0',
      LINES_MCP_MAX_TIMEOUT_MS: '5000',
      LINES_MCP_MAX_CONCURRENT: '2',
      LINES_MCP_MAX_OUTPUT: '900',
      LINES_MCP_STDERR_LIMIT: '0',
      LINES_MCP_STDERR_KEEP_EVENTS: '1',
      LINES_MCP_MAX_CAPTURE: '5000',
      LINES_MCP_MAX_LINE: '6000',
      LINES_MCP_MAX_FRAME: '7000',
      LINES_MCP_MAX_SESSIONS: '3',
      LINES_MCP_KILL_GRACE_MS: '10',
      LINES_MCP_HALT_GRACE_MS: '20',
      LINES_MCP_INIT_TIMEOUT_MS: '30',
      LINES_MCP_MODELS_TIMEOUT_MS: '40',
      LINES_MCP_STATE: '~/state/lines.json',
      LINES_MCP_WRAP: 'bwrap --ro-bind / / --',
      LINES_MCP_WRAP_KIND: 'remote',
      LINES_MCP_WAIT_MS: '50',
      LINES_MCP_APPROVAL_TIMEOUT_MS: '60',
      LINES_MCP_APPROVALS: 'person',
      LINES_MCP_ENV_ALLOW: 'PATH, HOME,OPENAI_*',
      LINES_MCP_SPARES: '0',
      LINES_MCP_KEEP_MS: '70',
      LINES_MCP_MAX_DEPTH: '0',
      LINES_MCP_TONE: 'plain',
    });
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      maxFrame: 7000,
      waitMs: 50,
      approvals: 'person',
      runner: {
        bin: '/home/someone/bin/lines',
        model: 'large',
        transport: 'once',
        timeoutMs: 0,
        maxTimeoutMs: 5000,
        maxConcurrent: 2,
        maxOutput: 900,
        stderrLimit: 0,
        stderrKeepEvents: true,
        maxCapture: 5000,
        maxLine: 6000,
        maxSessions: 3,
        killGraceMs: 10,
        stopGraceMs: 20,
        initTimeoutMs: 30,
        modelsTimeoutMs: 40,
        statePath: '/home/someone/state/lines.json',
        wrap: ['bwrap', '--ro-bind', '/', '/', '--'],
        wrapKind: 'remote',
        approvalTimeoutMs: 60,
        environmentAllow: ['PATH', 'HOME', 'OPENAI_*'],
        spares: 0,
        keepMs: 70,
        maxDepth: 0,
        options: { tone: 'plain' },
      },
    });
  });

  it.each([
    ['TIMEOUT_MS', '5s', 'timeoutMs', 60_000],
    ['TIMEOUT_MS', '-1', 'timeoutMs', 60_000],
    ['TIMEOUT_MS', '1e3', 'timeoutMs', 60_000],
    ['TIMEOUT_MS', '99999999999', 'timeoutMs', 60_000],
    ['MAX_CONCURRENT', '0', 'maxConcurrent', 4],
    ['MAX_CONCURRENT', '2.5', 'maxConcurrent', 4],
    ['STDERR_KEEP_EVENTS', 'yes', 'stderrKeepEvents', false],
    ['TRANSPORT', 'carrier-pigeon', 'transport', undefined],
    ['MODEL', '--yolo', 'model', undefined],
    ['BIN', '--version', 'bin', undefined],
    ['STATE', 'relative/sessions.json', 'statePath', '/home/someone/.local/state/lines-mcp/sessions.json'],
    ['WRAP_KIND', 'far', 'wrapKind', 'local'],
    ['APPROVAL_TIMEOUT_MS', '600001', 'approvalTimeoutMs', 300_000],
    ['ENV_ALLOW', 'PATH;HOME', 'environmentAllow', []],
  ])('names an invalid %s=%s and takes the safe default', (name, value, key, taken) => {
    const { settings, problems, fatal } = read({ [`LINES_MCP_${name}`]: value });
    expect(settings.runner[key as keyof typeof settings.runner]).toEqual(taken);
    expect(fatal).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`LINES_MCP_${name} must be`);
    expect(problems[0]).toContain(JSON.stringify(value));
  });

  it('lets only a person allow when APPROVALS cannot be read', () => {
    expect(read({ LINES_MCP_APPROVALS: 'nobody' }).settings.approvals).toBe('person');
  });

  it('refuses to start without a sandbox that was asked for', () => {
    const { fatal } = read({ LINES_MCP_WRAP: 'bwrap "--unclosed' });
    expect(fatal).toEqual([expect.stringContaining('LINES_MCP_WRAP must be words as a shell splits them, but is')]);
  });

  it('counts an empty value as unset', () => {
    const { settings, problems } = read({
      LINES_MCP_TIMEOUT_MS: '',
      LINES_MCP_WRAP: '',
      LINES_MCP_ENV_ALLOW: '',
      LINES_MCP_APPROVALS: '',
    });
    expect(problems).toEqual([]);
    expect(settings.runner.timeoutMs).toBe(60_000);
    expect(settings.runner.wrap).toEqual([]);
    expect(settings.runner.environmentAllow).toBeUndefined();
    expect(settings.approvals).toBe('caller');
  });

  it.each(['', 'LOUD', 'silent', ' loud'])("takes the option's strict value when its variable is %j", (value) => {
    const { settings, problems } = read({ LINES_MCP_TONE: value });
    expect(settings.runner.options).toEqual({ tone: 'plain' });
    expect(problems).toEqual([expect.stringMatching(/^LINES_MCP_TONE .*; taken instead: plain\.$/)]);
  });

  it('makes the longest timer of a ceiling of 0', () => {
    expect(read({ LINES_MCP_MAX_TIMEOUT_MS: '0' }).settings.runner.maxTimeoutMs).toBe(2_147_483_647);
  });

  it('names a variable that it does not know, and none of another adapter', () => {
    const { problems } = read({ LINES_MCP_TIMEOUT: '5', QWEN_MCP_TIMEOUT: '5', LINES_CLI_MCP_LIVE: '1' });
    expect(problems).toEqual(['LINES_MCP_TIMEOUT is not a variable of this server and has no effect.']);
  });

  it('does not repeat a long value', () => {
    const { problems } = read({ LINES_MCP_TIMEOUT_MS: 'x'.repeat(10_000) });
    expect(problems[0]?.length).toBeLessThan(300);
  });
});
