import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../model/schema/object.ts';
import { asWritten } from '../../model/values/translate.ts';
import { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { causesOf } from './causes.ts';
import { HealthState, sysDashboard, sysHealth } from './objects.ts';

function causes(health: object = {}, more: object = {}) {
  const state = { ...defaultsOf(sysDashboard.fields), temp: HealthState.normal } as never;
  const measured = { ...defaultsOf(sysHealth.fields), ...health } as never;
  return causesOf({ state, health: measured, fans: [], supply: undefined, ...more }, asWritten);
}

describe('what a warning is about', () => {
  it('is nothing while all is normal', () => {
    expect(causes({ cpuUtilization: 79, memoryUtilization: 79, temperature: 59, flashUtilization: 89 })).toEqual({
      cpuMemory: [],
      temp: [],
      system: [],
      poe: [],
    });
  });

  it('is each figure from its threshold on', () => {
    expect(causes({ cpuUtilization: 97, memoryUtilization: 85 }).cpuMemory).toEqual(['CPU at 97 %', 'memory at 85 %']);
    expect(causes({ temperature: 60 }).temp).toEqual(['60 °C']);
    expect(causes({ flashUtilization: 92 }, { fans: [{ fanIndex: 2, fanStatus: 2 }] }).system).toEqual([
      'flash 92 % full',
      'fan 2 stopped',
    ]);
    const supply = { ...defaultsOf(pethMainPseEntry.fields), pethMainPsePower: 1000, pethMainPseConsumptionPower: 900 };
    expect(causes({}, { supply }).poe).toEqual(['90 % of the PoE budget used']);
  });
});
