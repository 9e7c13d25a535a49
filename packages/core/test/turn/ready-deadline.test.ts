import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadyDeadline } from '../../src/turn/ready-deadline.js';

let expired = 0;
beforeEach(() => {
  expired = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

const deadline = () =>
  new ReadyDeadline(1_000, () => {
    expired += 1;
  });

describe('ReadyDeadline', () => {
  it('expires once, after its time', () => {
    deadline().run(() => 0);
    vi.advanceTimersByTime(990);
    expect(expired).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect(expired).toBe(1);
  });

  it('does not count the time in which the machine held the process up', () => {
    let heldUp = 400;
    deadline().run(() => heldUp);
    heldUp += 600;
    vi.advanceTimersByTime(1_500);
    expect(expired).toBe(0);
    vi.advanceTimersByTime(200);
    expect(expired).toBe(1);
  });

  it('lasts six times as long at most', () => {
    deadline().run(() => performance.now());
    vi.advanceTimersByTime(5_990);
    expect(expired).toBe(0);
    vi.advanceTimersByTime(20);
    expect(expired).toBe(1);
  });

  it('starts anew, and can be cleared', () => {
    const one = deadline();
    one.run(() => 0);
    vi.advanceTimersByTime(900);
    one.run(() => 0);
    vi.advanceTimersByTime(900);
    expect(expired).toBe(0);
    one.clear();
    vi.advanceTimersByTime(900);
    expect(expired).toBe(0);
  });
});
