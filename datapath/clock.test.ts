import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a timer of more than 24.8 days fires once, when its time has come', () => {
  const action = vi.fn();
  systemClock.after(60 * DAY, action);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120 * DAY);
  expect(action).toHaveBeenCalledTimes(1);
});

test('a period of more than 24.8 days is kept, and both end when cancelled in a later stage', () => {
  const action = vi.fn();
  const cancels = [systemClock.every(30 * DAY, action), systemClock.after(100 * DAY, action)];
  vi.advanceTimersByTime(90 * DAY);
  expect(action).toHaveBeenCalledTimes(3);
  for (const cancel of cancels) cancel();
  vi.advanceTimersByTime(200 * DAY);
  expect(action).toHaveBeenCalledTimes(3);
});

test('short times are unchanged', () => {
  const action = vi.fn();
  const cancel = systemClock.every(1000, action);
  systemClock.after(500, action);
  vi.advanceTimersByTime(3000);
  cancel();
  vi.advanceTimersByTime(3000);
  expect(action).toHaveBeenCalledTimes(4);
});
