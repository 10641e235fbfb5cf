import type { Configuration } from '../../model/configuration/configuration.ts';
import { type PortList, portListOf } from '../../model/values/port-list.ts';
import { portsOfGroup, type QuerierRole, roleIn } from '../../protocols/multicast-snooping/state.ts';
import { configuredTrunks } from '../bridge-ports.ts';
import type { SnoopingHandle } from './snooping-slots.ts';
import { withAllMembers } from './snooping-trunks.ts';

/** A group as its page shows it; `expires` in seconds. */
export interface GroupRow {
  readonly vlan: number;
  readonly group: string;
  readonly ports: PortList;
  readonly expires: number;
}

/** A VLAN as its pages show it. */
export interface VlanRow {
  readonly vlan: number;
  readonly role: QuerierRole;
  readonly routers: PortList;
  /** Seconds until the last router port is forgotten; 0 where there is none. */
  readonly expires: number;
}

/** The groups that are known; none where snooping does not run. */
export function groupRows(handle: SnoopingHandle | undefined, configuration: Configuration): GroupRow[] {
  if (!handle) return [];
  const trunks = configuredTrunks(configuration);
  const { state, now } = handle.read();
  return [...state.groups.values()].map(({ vlan, group, listeners }) => ({
    vlan,
    group,
    ports: withAllMembers(trunks, portsOfGroup(listeners)),
    expires: secondsLeft(
      [...listeners.values()].map(({ expiresAt }) => expiresAt),
      now,
    ),
  }));
}

/** The VLANs that are snooped. */
export function vlanRows(handle: SnoopingHandle | undefined, configuration: Configuration): VlanRow[] {
  if (!handle) return [];
  const trunks = configuredTrunks(configuration);
  const { settings, state, now } = handle.read();
  return [...state.vlans].map(([vlan, known]) => ({
    vlan,
    role: roleIn(settings, known),
    routers: withAllMembers(trunks, portListOf(known.routers.keys())),
    expires: secondsLeft([...known.routers.values()], now),
  }));
}

function secondsLeft(times: readonly number[], now: number): number {
  return times.length === 0 ? 0 : Math.max(0, Math.ceil((Math.max(...times) - now) / 1000));
}
