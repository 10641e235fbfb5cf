import { describe, expect, test } from 'vitest';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import { ForwardingDatabase } from './forwarding-database.ts';

const STATION = 0x0200_0000_0001;
const now = SOME_MOMENT;

function database({ size = 16, constraint = 'independent' as 'independent' | 'shared', ageingTime = 300 } = {}) {
  const made = new ForwardingDatabase(size);
  made.configure({ constraint, ageingTime });
  return made;
}

describe('a learned address', () => {
  test('is in force until its time is up, to the millisecond, and its age is counted in whole seconds', () => {
    const made = database();
    made.learn(1, STATION, 3, now);
    expect([299_999, 300_000].map((later) => made.lookup(1, STATION, now + later))).toEqual([3, 0]);
    expect([999, 1000].map((later) => made.entries(now + later)[0]?.age)).toEqual([0, 1]);
  });

  test('never ends without an ageing time', () => {
    const made = database({ ageingTime: 0 });
    made.learn(1, STATION, 3, now);
    expect(made.lookup(1, STATION, now + 1e12)).toBe(3);
  });

  test('is of the VLAN that it was heard in last where VLANs share what they learn', () => {
    const made = database({ constraint: 'shared' });
    made.learn(10, STATION, 3, now);
    made.learn(20, STATION, 3, now);
    expect(made.flush({ vlans: new Set([10]) }, now)).toBe(0);
    expect(made.flush({ vlans: new Set([20]) }, now)).toBe(1);
  });

  test('finds room where another one has ended, looked for once a second', () => {
    const made = database({ size: 1, ageingTime: 10 });
    made.learn(1, STATION, 3, now);
    made.learn(1, STATION + 1, 3, now + 9_500);
    made.learn(1, STATION + 1, 3, now + 10_499);
    expect([made.lookup(1, STATION + 1, now + 10_499), made.takeLearning().refused]).toEqual([0, 1]);
    made.learn(1, STATION + 1, 4, now + 10_500);
    expect([made.lookup(1, STATION + 1, now + 10_500), made.rows]).toEqual([4, 1]);
  });
});
