import { describe, expect, it } from 'vitest';
import { say, wordsOf } from '../model/values/message.ts';
import type { PortSituation } from './attention/facts.ts';
import { allowedOf } from './attention/port-situations.ts';
import { facts, port } from './attention/testing.ts';
import { healthOf } from './port-health.ts';

const replied = { kind: 'camera', reply: 'replied', address: '192.0.2.9' } as const;
const power = { status: 'POWER ON', milliwatts: 5000 } as const;
const of = (change: Partial<PortSituation>) => {
  const ports = [port({ device: replied, power, allowed: 15_400, ...change })];
  const { state, reasons = [] } = healthOf(facts({ ports })).get(1) ?? {};
  return [state, ...reasons.map((reason) => wordsOf(reason))];
};

describe('the health of a port', () => {
  it('is good where everything is', () => {
    expect(of({})).toEqual(['normal']);
    expect(of({ device: { ...replied, reply: 'noAddress' } })).toEqual(['normal']);
    expect(of({ device: undefined })).toEqual(['normal']);
    expect(of({ device: undefined, isUp: false, speed: 0 })).toEqual(['noDevice']);
  });

  it('is a fault for each of what stops a camera', () => {
    expect(of({ isLooped: true })[0]).toBe('fault');
    expect(of({ power: { ...power, status: 'Overload' } })).toEqual(['fault', 'The device gets no power: Overload.']);
    expect(of({ device: { ...replied, reply: 'silent' } })).toEqual([
      'fault',
      'The device is plugged in and does not respond.',
    ]);
    expect(of({ isUp: false, speed: 0 })[0]).toBe('fault');
    expect(of({ cableFault: { words: say('a wire is broken'), metres: 12 } })).toEqual([
      'fault',
      'The cable is damaged: a wire is broken, 12 m from the switch.',
    ]);
  });

  it('wants attention for what may become a fault', () => {
    expect(of({ damaged: 1 })[0]).toBe('attention');
    expect(of({ speed: 10 })[0]).toBe('attention');
    expect(of({ speed: 100, fastestSeen: 100 })).toEqual(['normal']);
    expect(of({ speed: 10, fastest: 100 })).toEqual(['normal']);
    expect(of({ speed: 10, isCopper: false })).toEqual(['normal']);
    expect(of({ power: { ...power, milliwatts: 13_860 } })).toEqual(['normal']);
    expect(of({ power: { ...power, milliwatts: 13_861 } })[0]).toBe('attention');
    expect(of({ power: { ...power, milliwatts: 99_999 }, allowed: undefined })).toEqual(['normal']);
  });

  it('counts power by what an administrator allows, else by the class of the device', () => {
    expect(allowedOf(6000, { powerClass: 3 })).toBe(6000);
    expect(allowedOf(undefined, { powerClass: 2 })).toBe(7000);
    expect(allowedOf(undefined, { powerClass: 'legacy' })).toBeUndefined();
  });

  it('names a fault before a warning', () => {
    expect(of({ damaged: 2, device: { ...replied, reply: 'silent' } }).map((words) => words?.split(' ')[0])).toEqual([
      'fault',
      'The',
      'Damaged',
    ]);
  });
});
