import { NO_PORTS, type PortList, portBit } from '../../model/values/port-list.ts';
import type { MulticastFamily } from './family.ts';

/** A VLAN in which groups are snooped. */
export interface SnoopedVlan {
  /** Messages from other ports are passed over. */
  readonly members: PortList;
  /** Of `members`, where the switch asks who listens; left out, everywhere. */
  readonly asked?: PortList;
  /** Whether a group is one of the VLAN's; left out, every group is. Others are forgotten when the settings change. */
  readonly carries?: (group: string) => boolean;
  /** The ports that an administrator says lead to routers. */
  readonly routers: PortList;
  /** Source of the switch's own queries: its address in the VLAN, or `NO_ADDRESS`. */
  readonly address: string;
}

/** How groups are snooped. Times are milliseconds. */
export interface SnoopingSettings {
  readonly family: MulticastFamily;
  /** The switch's MAC address, which its queries come from. */
  readonly mac: string;
  /** Empty where snooping is off. */
  readonly vlans: ReadonlyMap<number, SnoopedVlan>;
  /** How long a listener is believed in without another report. */
  readonly hostTimeout: number;
  /** How long a router port and another querier are believed in. */
  readonly routerTimeout: number;
  readonly queryInterval: number;
  readonly maxResponse: number;
  readonly robustness: number;
  readonly lastMemberInterval: number;
  /** A port that leaves a group is not queried: one host per port. */
  readonly fastLeave: boolean;
  /** Whether the switch sends queries unless another with a lower address does. */
  readonly querier: boolean;
  /** Of the switch's own queries. */
  readonly version: number;
  /** Groups at most, of all VLANs together; the last quarter is kept for ports that listen to few. */
  readonly capacity: number;
}

/** A port behind which somebody listens to a group. */
export interface Listener {
  readonly expiresAt: number;
  /** A host that cannot say that it leaves was heard (IGMPv1): until then leaves of others do not count (RFC 2236 5). */
  readonly olderUntil: number;
  /** Whether somebody listens still is being asked: how many queries are left, and when the next is due. */
  readonly asked: { readonly left: number; readonly at: number } | undefined;
}

/** A group that somebody listens to in a VLAN. */
export interface SnoopedGroup {
  readonly vlan: number;
  readonly group: string;
  /** By port; never empty. */
  readonly listeners: ReadonlyMap<number, Listener>;
}

/** The querier of a VLAN, and its router ports. */
export interface VlanState {
  /** The ports where a router was heard, with the time until which that holds. */
  readonly routers: ReadonlyMap<number, number>;
  /** Another querier that outdoes the switch. */
  readonly other: { readonly address: string; readonly until: number } | undefined;
  /** When the switch asks next; Infinity where it never does. */
  readonly asksAt: number;
  /** Queries left that follow faster on each other (RFC 3376 8.7). */
  readonly startup: number;
}

/** State of snooping. */
export interface SnoopingState {
  /** By `groupKey`. */
  readonly groups: ReadonlyMap<string, SnoopedGroup>;
  /** One for each VLAN of the settings. */
  readonly vlans: ReadonlyMap<number, VlanState>;
  /** A group found no room; each is reported once until there is room again. */
  readonly lack: Lack;
  /** Counts whenever a port comes to or leaves a group, or the routers of a VLAN. */
  readonly revision: number;
  /** When it wants to be woken, or earlier; Infinity: not by itself. */
  readonly wakeAt: number;
}

/** The kind of room that is lacking: for ports that have their share, or for all. */
export type Lack = 'none' | 'share' | 'all';

/** Snooping before it was configured. */
export const idleSnooping: SnoopingState = {
  groups: new Map(),
  vlans: new Map(),
  lack: 'none',
  revision: 0,
  wakeAt: Number.POSITIVE_INFINITY,
};

/** The key of a group among the groups. */
export function groupKey(vlan: number, group: string): string {
  return `${vlan} ${group}`;
}

/** The switch's role in a VLAN: querier, non-querier, or neither. */
export type QuerierRole = 'querier' | 'nonQuerier' | 'off';

/** The part that the switch has in asking a VLAN. */
export function roleIn(settings: Pick<SnoopingSettings, 'querier'>, state: VlanState | undefined): QuerierRole {
  if (!state || !settings.querier) return 'off';
  return state.other ? 'nonQuerier' : 'querier';
}

/** The port lists of what is known: by VLAN and group, who listens. */
export function portsOfGroup(listeners: ReadonlyMap<number, unknown>): PortList {
  let ports = NO_PORTS;
  for (const port of listeners.keys()) ports |= portBit(port);
  return ports;
}
