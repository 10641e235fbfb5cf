import type { GroupRange } from '../../../datapath/plan.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { NO_PORTS, type PortList, parsePortList } from '../../../model/values/port-list.ts';
import { groupNumber } from './group-address.ts';
import {
  KEEP_PRIORITY,
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';

/** The objects that `configuredMulticastVlans` looks at. */
export const multicastVlanObjects = [
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanAssocEntry,
  multicastVlanGroupRangeEntry,
];

/** A multicast VLAN as its pages say it. */
export interface ConfiguredMulticastVlan {
  readonly vlan: number;
  readonly sources: PortList;
  readonly receivers: PortList;
  /** Of both. */
  readonly untagged: PortList;
  readonly groups: readonly GroupRange[];
  readonly priority: number | undefined;
  readonly replaceSourceIp: string;
}

/** The ports that a row's column lists. */
export function portsIn(list: string): PortList {
  return parsePortList(list) ?? NO_PORTS;
}

/** A row's range as numbers. */
export function rangeOf(row: RowOf<typeof multicastVlanGroupRangeEntry>): GroupRange | undefined {
  const first = groupNumber(row.multicastVlanGroupStart);
  const last = groupNumber(row.multicastVlanGroupEnd || row.multicastVlanGroupStart);
  return first && last && { version: first.version, first: first.number, last: last.number };
}

/** The ranges of the profiles that a multicast VLAN carries. */
function rangesOf(configuration: Configuration, vlan: number): readonly GroupRange[] {
  const profiles = new Set(
    configuration
      .rows(multicastVlanAssocEntry)
      .filter(({ multicastVlanId }) => multicastVlanId === vlan)
      .map(({ multicastVlanGroupName }) => multicastVlanGroupName),
  );
  return configuration
    .rows(multicastVlanGroupRangeEntry)
    .filter(({ multicastVlanGroupName }) => profiles.has(multicastVlanGroupName))
    .flatMap((row) => rangeOf(row) ?? []);
}

/** Whether two ranges have a group in common. */
export function overlap(one: GroupRange, other: GroupRange): boolean {
  return one.version === other.version && one.first <= other.last && other.first <= one.last;
}

/** The multicast VLANs that are on; none where the feature is off. */
export function configuredMulticastVlans(configuration: Configuration): readonly ConfiguredMulticastVlan[] {
  if (configuration.group(multicastVlanCtrl).multicastVlanStatus !== Status.enabled) return [];
  return configuration
    .rows(multicastVlanEntry)
    .filter(({ multicastVlanState }) => multicastVlanState === Status.enabled)
    .map((row) => {
      const [untaggedSources, untaggedReceivers] = [
        portsIn(row.multicastVlanSourceUntagged),
        portsIn(row.multicastVlanReceiverUntagged),
      ];
      const priority = row.multicastVlanRemapPriority;
      return {
        vlan: row.multicastVlanId,
        sources: portsIn(row.multicastVlanSourceTagged) | untaggedSources,
        receivers: portsIn(row.multicastVlanReceiverTagged) | untaggedReceivers,
        untagged: untaggedSources | untaggedReceivers,
        groups: rangesOf(configuration, row.multicastVlanId),
        priority: priority === KEEP_PRIORITY ? undefined : priority,
        replaceSourceIp: row.multicastVlanReplaceSourceIp,
      };
    });
}

/** Whether a multicast VLAN carries a group, an address in text. */
export function carries({ groups }: ConfiguredMulticastVlan, group: string): boolean {
  const found = groupNumber(group);
  return (
    found !== undefined &&
    groups.some(
      ({ version, first, last }) => version === found.version && first <= found.number && found.number <= last,
    )
  );
}
