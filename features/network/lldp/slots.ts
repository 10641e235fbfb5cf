import { slot } from '../../../device/slot.ts';
import type { LldpInformation } from '../../../protocols/lldp/information.ts';
import { idleLldp, type LldpState } from '../../../protocols/lldp/state.ts';

/** State of LLDP: the neighbors and the counters. */
export const lldpState = slot<LldpState>('lldpState', idleLldp);

/** Information that the ports could announce, sent or not, by port. */
export const lldpSelf = slot<ReadonlyMap<number, LldpInformation>>('lldpSelf', new Map());

/** Clears counters: those of a port, or all. */
export const lldpClearing = slot<((port: number | undefined) => void) | undefined>('lldpClearing', undefined);
