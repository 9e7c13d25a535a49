import { describe, expect, it } from 'vitest';
import { checkLaunch, LAUNCH_RULES, type LaunchRuleId } from '../../src/testing/index.js';
import { brokenLaunches } from './broken/broken-launches.js';
import { toyAdapter } from './toy/toy-adapter.js';

const SESSIONS = ['toy-00c0ffee', 'toy-beef'] as const;
const adapter = toyAdapter();
const machine = { platform: 'linux', home: '/home/ada', environment: {}, files: {} } as const;

describe('checkLaunch', () => {
  it('finds nothing in an adapter that keeps the rules', () => {
    const { plans } = checkLaunch({ adapter, sessions: SESSIONS });
    expect(plans).toBeGreaterThanOrEqual(2 * 2 * 8);
  });

  it('tries the setups that it is given, for the transport that they name', () => {
    const usual = checkLaunch({ adapter, sessions: SESSIONS }).plans;
    const setup = { transport: 'once', cwd: '/work', options: { tone: 'loud' }, approvalMs: 0, machine } as const;
    expect(checkLaunch({ adapter, sessions: SESSIONS, setups: [setup] }).plans).toBe(usual + usual / 4);
    const relative = { ...setup, cwd: 'work' };
    expect(() => checkLaunch({ adapter, sessions: SESSIONS, setups: [relative] })).toThrow(
      /^plan-directory: toy, once: "work"/,
    );
  });

  it('leaves out what a transport refuses', () => {
    const [lines, once] = adapter.transports;
    const launch: typeof lines.launch = (setup, session) => {
      if (setup.model !== undefined) throw new Error('core would have refused it');
      return lines.launch(setup, session);
    };
    const picky = {
      ...adapter,
      launch,
      transports: [{ ...lines, launch, refuses: { model: 'it has one' } }, once],
    } as typeof adapter;
    expect(() => checkLaunch({ adapter: { ...picky, resume: launch }, sessions: SESSIONS })).not.toThrow(/model/);
  });

  it('refuses sessions that prove nothing', () => {
    expect(() => checkLaunch({ adapter, sessions: ['toy-beef', 'toy-beef'] })).toThrow(TypeError);
    expect(() => checkLaunch({ adapter, sessions: ['toy-beef', 'no-id'] })).toThrow(TypeError);
  });

  it.each(LAUNCH_RULES.map(({ id }) => id as LaunchRuleId))('%s is broken by its own faults', (id) => {
    for (const broken of brokenLaunches[id]) {
      const setup = {
        transport: 'lines',
        cwd: 'C:\\work',
        options: {},
        approvalMs: 0,
        machine: { ...machine, platform: 'win32' },
      } as const;
      expect(() => checkLaunch({ adapter: broken, sessions: SESSIONS, setups: [setup] })).toThrow(
        expect.objectContaining({ name: 'LaunchError', id }),
      );
    }
  });

  it('has a rule in one sentence for each', () => {
    for (const { id, rule } of LAUNCH_RULES) expect(rule, id).toMatch(/^[A-Z][^.]*\.$/);
  });
});
