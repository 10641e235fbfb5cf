import { describe, expect, it } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import { allowedOf } from './findings.ts';
import { healthOf, type PortFindings } from './health.ts';

const well: PortFindings = {
  isUp: true,
  speed: 1000,
  fastest: 1000,
  isCopper: true,
  reply: 'replied',
  isLooped: false,
  damaged: 0,
  powerFault: undefined,
  drawn: 5000,
  allowed: 15_400,
  cableFault: undefined,
};
const of = (change: Partial<PortFindings>) => {
  const { state, reasons } = healthOf({ ...well, ...change });
  return [state, ...reasons.map((reason) => wordsOf(reason))];
};

describe('the health of a port', () => {
  it('is good where everything is', () => {
    expect(of({})).toEqual(['normal']);
    expect(of({ reply: 'noAddress' })).toEqual(['normal']);
    expect(of({ reply: undefined })).toEqual(['normal']);
    expect(of({ reply: undefined, isUp: false, speed: 0 })).toEqual(['noDevice']);
  });

  it('is a fault for each of what stops a camera', () => {
    expect(of({ isLooped: true })[0]).toBe('fault');
    expect(of({ powerFault: 'Overload' })).toEqual(['fault', 'The device gets no power: Overload.']);
    expect(of({ reply: 'silent' })).toEqual(['fault', 'The device is plugged in and does not answer.']);
    expect(of({ isUp: false, speed: 0 })[0]).toBe('fault');
    expect(of({ cableFault: { words: say('a wire is broken'), metres: 12 } })).toEqual([
      'fault',
      'The cable is damaged: a wire is broken, 12 m from the switch.',
    ]);
  });

  it('wants attention for what may become a fault', () => {
    expect(of({ damaged: 1 })[0]).toBe('attention');
    expect(of({ speed: 10 })[0]).toBe('attention');
    expect(of({ speed: 100 })).toEqual(['normal']);
    expect(of({ speed: 10, fastest: 100 })).toEqual(['normal']);
    expect(of({ speed: 10, isCopper: false })).toEqual(['normal']);
    expect(of({ drawn: 13_860 })).toEqual(['normal']);
    expect(of({ drawn: 13_861 })[0]).toBe('attention');
    expect(of({ drawn: 99_999, allowed: undefined })).toEqual(['normal']);
  });

  it('counts power by what an administrator allows, else by the class of the device', () => {
    expect(allowedOf(6000, { powerClass: 3 })).toBe(6000);
    expect(allowedOf(undefined, { powerClass: 2 })).toBe(7000);
    expect(allowedOf(undefined, { powerClass: 'legacy' })).toBeUndefined();
  });

  it('names a fault before a warning', () => {
    expect(of({ damaged: 2, reply: 'silent' }).map((words) => words.split(' ')[0])).toEqual([
      'fault',
      'The',
      'Damaged',
    ]);
  });
});
