import { plannedSlot, slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Binding, SnoopingDrops } from '../../../protocols/dhcp-snooping/state.ts';
import { isBackedUp } from './backed-up.ts';

/** The kind of the frames that snooping looks into. */
export const DHCP_MESSAGES = 'dhcp';

/** Bindings in force, each by its `bindingKey`. */
interface BindingsInForce {
  readonly learnt: ReadonlyMap<string, Binding>;
  /** Those that an administrator made. */
  readonly fixed: ReadonlyMap<string, Binding>;
}

/** Owners of addresses, as inspection reads them. */
export const dhcpBindings = plannedSlot<BindingsInForce>(
  'dhcpBindings',
  { learnt: new Map(), fixed: new Map() },
  keptOver,
);

/** Learned bindings that are restored after a restart. Static ones come from the configuration. */
function keptOver(present: BindingsInForce, configuration: Configuration): BindingsInForce {
  const lasting = [...present.learnt].filter(([, binding]) => isBackedUp(configuration, binding));
  return lasting.length === present.learnt.size ? present : { ...present, learnt: new Map(lasting) };
}

/** The key of an address in a VLAN: "10 192.0.2.9". */
export function bindingKey(vlan: number, address: string): string {
  return `${vlan} ${address}`;
}

/** Snooping while it runs. */
interface SnoopingHandle {
  /** The learned bindings, the dropped messages, and their time in monotonic milliseconds. */
  read(): { readonly bindings: Iterable<Binding>; readonly drops: SnoopingDrops; readonly now: number };
  clearDrops(): void;
  /** Forgets learned bindings, by `stationKey`. */
  forget(stations: readonly string[]): void;
  /** Learns bindings again that were forgotten. */
  restore(bindings: readonly Binding[]): void;
  /** Writes learned bindings to flash, if configured. Rejects with the system's error. */
  backUp(): Promise<void>;
}

/** Handle of the running snooping. */
export const dhcpSnoopingHandle = slot<SnoopingHandle | undefined>('dhcpSnooping', undefined);
