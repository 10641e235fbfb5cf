import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../datapath/clock.ts';
import { SOME_MOMENT } from '../protocols/some-moment.ts';
import { DeviceWallClock } from './device-wall-clock.ts';

let clock: ManualClock;
let wall: DeviceWallClock;

beforeEach(() => {
  clock = new ManualClock();
  wall = new DeviceWallClock(clock, () => 1_000_000 + clock.now() - SOME_MOMENT);
});

describe('the device’s date', () => {
  test('runs with the host’s, and is set without touching it', () => {
    clock.advance(5000);
    expect(wall.now()).toBe(1_005_000);
    wall.step(2_000_000);
    clock.advance(1000);
    expect(wall.now()).toBe(2_001_000);
  });

  test('tells of every step by how much', () => {
    const steps: number[] = [];
    const stop = wall.onStep((difference) => steps.push(difference));
    wall.step(1_003_000);
    wall.step(1_001_000);
    stop();
    wall.step(0);
    expect(steps).toEqual([3000, -2000]);
  });

  test('slews without ever jumping or running backwards', () => {
    wall.slew(-100);
    let last = wall.now();
    for (let second = 0; second < 20; second += 1) {
      clock.advance(1000);
      const passed = wall.now() - last;
      expect(passed).toBeGreaterThan(900);
      expect(passed).toBeLessThanOrEqual(1000);
      last = wall.now();
    }
    expect(wall.now()).toBe(1_000_000 + 20_000 - 100);
  });

  test('a step ends a slew', () => {
    wall.slew(400);
    clock.advance(1000);
    wall.step(5000);
    clock.advance(60_000);
    expect(wall.now()).toBe(65_000);
  });
});
