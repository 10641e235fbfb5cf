import { describe, expect, it } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type AlarmReading, type AlarmSettings, newAlarm, takeSample } from './alarm.ts';

const settings: AlarmSettings = { sampleType: 'absolute', startup: 'either', rising: 100, falling: 10 };

const reading = (value: number | bigint, more: Partial<AlarmReading> = {}): AlarmReading => ({
  value: BigInt(value),
  modulus: undefined,
  beginning: undefined,
  ...more,
});

/** Events of consecutive samples: "-" for none. */
function setOff(how: Partial<AlarmSettings>, readings: readonly AlarmReading[]): string {
  let state = newAlarm;
  return readings
    .map((one) => {
      const step = takeSample(state, { ...settings, ...how }, one);
      state = step.state;
      return step.crossed === undefined ? '-' : step.crossed === 'rising' ? 'R' : 'F';
    })
    .join('');
}

const values = (...all: readonly number[]) => all.map((value) => reading(value));

describe('an alarm', () => {
  it.each([
    ['either', [150], 'R'],
    ['rising', [150], 'R'],
    ['falling', [150], '-'],
    ['either', [5], 'F'],
    ['rising', [5], '-'],
    ['falling', [5], 'F'],
    ['either', [50], '-'],
    // The threshold itself is reached.
    ['either', [100], 'R'],
    ['either', [10], 'F'],
  ] as const)('that may start with %s goes off at the first sample %o: %s', (startup, samples, expected) => {
    expect(setOff({ startup }, values(...samples))).toBe(expected);
  });

  it('goes off once, and again only after the other threshold was reached', () => {
    expect(setOff({}, values(50, 100, 200, 90, 120, 11, 130, 10, 5, 99, 100, 10))).toBe('-R-----F--RF');
  });

  it('that may not start with a threshold waits until that is crossed', () => {
    expect(setOff({ startup: 'falling' }, values(150, 160, 50, 150))).toBe('---R');
    expect(setOff({ startup: 'rising' }, values(5, 3, 50, 5))).toBe('---F');
    // A threshold that the first sample reached was reached before the next one.
    expect(setOff({ startup: 'falling' }, values(100, 150, 50, 100))).toBe('---R');
    expect(setOff({ startup: 'rising' }, values(10, 5, 50, 10))).toBe('---F');
  });

  it('of what grew takes a counter that stands still for one that has not grown', () => {
    const modulus = 2n ** 32n;
    const counts = [7, 7, 7].map((value) => reading(value, { modulus }));
    expect(setOff({ sampleType: 'delta' }, counts)).toBe('-F-');
  });

  it('of what grew needs two samples, and knows that a counter goes round', () => {
    const delta = { sampleType: 'delta' } as const;
    const modulus = 2n ** 32n;
    const counts = [2n ** 32n - 50n, 70n, 75n].map((value) => reading(value, { modulus }));
    expect(setOff(delta, counts)).toBe('-RF');
    expect(setOff(delta, [reading(2n ** 64n - 1n, { modulus: 2n ** 64n }), reading(99n, { modulus: 2n ** 64n })])).toBe(
      '-R',
    );
    // A value that is not a counter may fall.
    expect(setOff(delta, values(500, 100))).toBe('-F');
  });

  it.each(['delta', 'absolute'] as const)('of a counter that was cleared goes off for nothing (%s)', (sampleType) => {
    const modulus = 2n ** 32n;
    const [before, after] = [{}, {}];
    const counts = [
      reading(1000n, { modulus, beginning: before }),
      reading(1050n, { modulus, beginning: before }),
      reading(3n, { modulus, beginning: after }),
      reading(53n, { modulus, beginning: after }),
      reading(103n, { modulus, beginning: after }),
    ];
    expect(setOff({ sampleType }, counts)).toBe(sampleType === 'delta' ? '-----' : 'R---R');
    const high = [
      reading(5n, { beginning: before }),
      ...[150n, 160n].map((value) => reading(value, { beginning: after })),
    ];
    expect(setOff({ sampleType }, high)).toBe(sampleType === 'delta' ? '--F' : 'F--');
  });

  const tries = framesToTry(20_000);
  it(
    `never goes off twice at one threshold without the other (FACEPLATE_SEED=${seed})`,
    () => {
      let state = newAlarm;
      let last: string | undefined;
      let random = seed;
      for (let at = 0; at < tries; at += 1) {
        random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
        const step = takeSample(state, settings, reading(random % 120));
        state = step.state;
        if (step.crossed === undefined) continue;
        expect(step.crossed).not.toBe(last);
        last = step.crossed;
      }
      expect(last).toBeDefined();
    },
    patience(tries),
  );
});
