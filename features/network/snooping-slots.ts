import type { PortList } from '../../model/values/port-list.ts';
import type { SnoopingSettings, SnoopingState } from '../../protocols/multicast-snooping/state.ts';

/** Forwarding that snooping requests of the datapath: ports by `addressKey`, and router ports by VLAN. */
export interface SnoopedForwarding {
  readonly groups: ReadonlyMap<string, { readonly ports: PortList }>;
  readonly routerPorts: ReadonlyMap<number, { readonly ports: PortList }>;
}

/** Nothing is known of anybody. */
export const nothingSnooped: SnoopedForwarding = { groups: new Map(), routerPorts: new Map() };

/** Snooping while it runs. */
export interface SnoopingHandle {
  /** As it is now, with the monotonic milliseconds of that. */
  read(): { readonly settings: SnoopingSettings; readonly state: SnoopingState; readonly now: number };
  /** Forgets every learned group. */
  clear(): void;
}
