import { slot } from '../../../device/slot.ts';
import type { Binding, SnoopingDrops } from '../../../protocols/dhcp-snooping/state.ts';

/** Bindings in force, learnt and static, as inspection asks for them: by VLAN and address, "10 192.0.2.9". */
export const dhcpBindings = slot<ReadonlyMap<string, Binding>>('dhcpBindings', new Map());

/** Snooping while it runs. */
interface SnoopingHandle {
  /** The bindings that were learnt, what was dropped, and the monotonic milliseconds of that. */
  read(): { readonly bindings: Iterable<Binding>; readonly drops: SnoopingDrops; readonly now: number };
  clearDrops(): void;
  /** Forgets learnt bindings: one, by `stationKey`, or all. */
  forget(station?: string): void;
  /** Writes what was learnt to flash, where that is asked for. Rejects with the system's error. */
  backUp(): Promise<void>;
}

/** Who follows DHCP now. */
export const dhcpSnoopingHandle = slot<SnoopingHandle | undefined>('dhcpSnooping', undefined);
