import type { Configuration } from '../model/configuration/configuration.ts';
import { Status } from '../model/schema/kinds/enumeration.ts';
import type { IndexOf } from '../model/schema/object.ts';
import { formatPortList, hasPort, NO_PORTS, type PortList, portsOf } from '../model/values/port-list.ts';
import { dot1qPortVlanEntry, dot1qVlan } from './network/vlan/objects.ts';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';
import { membershipOf } from './vlan-membership.ts';

/** The administrator's draft of one VLAN. */
export interface VlanDraft {
  readonly vlan: number;
  readonly name: string;
  readonly untagged: PortList;
  /** Disjoint from `untagged`. */
  readonly tagged: PortList;
  /**
   * Whether untagged ports move here whole: each leaves the VLAN that it was untagged in and takes this one as PVID, and a
   * port taken out goes back to where else it is untagged, or to the default VLAN. A forgotten PVID is the usual fault.
   */
  readonly setPvid: boolean;
}

/** The VLANs and ports as they would be with `draft` applied. */
export function withVlan(before: Configuration, draft: VlanDraft): Configuration {
  const index: IndexOf<typeof dot1qVlanStaticEntry> = { dot1qVlanIndex: draft.vlan };
  const present = before.row(dot1qVlanStaticEntry, index);
  const old = present ? membershipOf(present) : { members: NO_PORTS, untagged: NO_PORTS };
  const members = draft.untagged | draft.tagged;
  const after = before.withRow(dot1qVlanStaticEntry, {
    ...index,
    dot1qVlanStaticName: draft.name,
    dot1qVlanStaticEgressPorts: formatPortList(members),
    dot1qVlanStaticUntaggedPorts: formatPortList(draft.untagged),
  });
  if (!draft.setPvid) return after;
  const joined = movedHere(after, draft.vlan, draft.untagged & ~old.untagged);
  return takenOut(joined, draft.vlan, old.members & ~members);
}

/** `ports` leave the VLANs that they were untagged in (unless that may stay so) and have `vlan` as PVID. */
function movedHere(before: Configuration, vlan: number, ports: PortList): Configuration {
  let after = before;
  if (ports !== NO_PORTS && before.group(dot1qVlan).asymmetricVlanStatus !== Status.enabled) {
    for (const row of before.rowMap(dot1qVlanStaticEntry).values()) {
      const { members, untagged } = membershipOf(row);
      const leaving = untagged & ports;
      if (row.dot1qVlanIndex !== vlan && leaving !== NO_PORTS) {
        after = withMembers(after, row.dot1qVlanIndex, members & ~leaving, untagged & ~leaving);
      }
    }
  }
  return portsOf(ports).reduce((soFar, port) => withPvid(soFar, port, vlan), after);
}

/** Those of `ports` whose PVID is `vlan` get another one: a VLAN that they are untagged in, if need be the default one. */
function takenOut(before: Configuration, vlan: number, ports: PortList): Configuration {
  return portsOf(ports).reduce((after, port) => {
    if (after.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid !== vlan) return after;
    const home = untaggedVlanOf(after, port);
    if (home !== undefined) return withPvid(after, port, home);
    const row = after.row(dot1qVlanStaticEntry, { dot1qVlanIndex: DEFAULT_VLAN });
    if (vlan === DEFAULT_VLAN || !row) return after;
    const { members, untagged } = membershipOf(row);
    const bit = 1n << BigInt(port - 1);
    return withPvid(withMembers(after, DEFAULT_VLAN, members | bit, untagged | bit), port, DEFAULT_VLAN);
  }, before);
}

/** The lowest VLAN that `port` is untagged in. */
function untaggedVlanOf(configuration: Configuration, port: number): number | undefined {
  for (const row of configuration.rowMap(dot1qVlanStaticEntry).values()) {
    if (hasPort(membershipOf(row).untagged, port)) return row.dot1qVlanIndex;
  }
  return undefined;
}

function withMembers(before: Configuration, vlan: number, members: PortList, untagged: PortList): Configuration {
  return before.withRow(dot1qVlanStaticEntry, {
    dot1qVlanIndex: vlan,
    dot1qVlanStaticEgressPorts: formatPortList(members),
    dot1qVlanStaticUntaggedPorts: formatPortList(untagged),
  });
}

function withPvid(before: Configuration, port: number, vlan: number): Configuration {
  return before.withRow(dot1qPortVlanEntry, { dot1dBasePort: port, dot1qPvid: vlan });
}
