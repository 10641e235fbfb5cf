import { sameColumns } from '../../model/values/same-columns.ts';
import { type LacpParty, StateBit } from './lacpdu.ts';
import type { LacpPort, LacpPortSettings, LacpSettings } from './state.ts';

/** Codes of speeds in a key: links of different speeds have different keys, and so are never aggregated. */
const speeds = [10, 100, 1000, 2500, 5000, 10_000, 25_000, 40_000, 100_000];

/** A port's operational key: its trunk, and the speed of its link (IEEE 802.1AX-2020 6.3.5). */
export function keyOf({ trunk, speed }: LacpPortSettings): number {
  return (trunk << 4) | (speeds.indexOf(speed) + 1);
}

/** This switch's announcement of one of its ports. */
export function actorOf({ system, systemPriority }: LacpSettings, number: number, port: LacpPort): LacpParty {
  const { settings, receive, mux } = port;
  const bits: readonly (readonly [number, boolean])[] = [
    [StateBit.activity, settings.active],
    [StateBit.timeout, settings.shortTimeout],
    [StateBit.aggregation, true],
    [StateBit.synchronization, mux !== 'detached' && mux !== 'waiting'],
    [StateBit.collecting, mux === 'collecting' || mux === 'distributing'],
    [StateBit.distributing, mux === 'distributing'],
    [StateBit.defaulted, receive === 'defaulted'],
    [StateBit.expired, receive === 'expired'],
  ];
  return {
    systemPriority,
    system,
    key: keyOf(settings),
    portPriority: settings.priority,
    port: number,
    state: bits.reduce((state, [bit, on]) => (on ? state | bit : state), 0),
  };
}

/** Whether a state has the bit. */
export function hasBit({ state }: Pick<LacpParty, 'state'>, bit: number): boolean {
  return (state & bit) !== 0;
}

/** Whether two descriptions are of the same port, in the same LAG, with the same of the state's `bits`. */
export function sameParty(one: LacpParty, other: LacpParty, bits: number): boolean {
  return sameColumns({ ...one, state: one.state & bits }, { ...other, state: other.state & bits });
}
