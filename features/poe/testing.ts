import type { PowerState } from '../../datapath/datapath.ts';

/** A port that gives no power, but for what is said. */
export function powerState(said: Partial<PowerState>): PowerState {
  return {
    status: 'POWER OFF',
    detection: 'searching',
    powerClass: undefined,
    milliwatts: 0,
    decivolts: 0,
    counters: { absent: 0, invalidSignature: 0, denied: 0, overload: 0, short: 0 },
    ...said,
  };
}
