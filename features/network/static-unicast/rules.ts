import { changedRows, removedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { notMember, vlanInUse, vlanMissing } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlan, dot1qVlanStaticEntry, LearningConstraint } from '../vlan/objects.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';

const address = 'dot1qStaticUnicastAddress';
const target = 'dot1qStaticUnicastAllowedToGoTo';

/** The switch's own address is its own. */
const notTheSwitch: Rule = {
  reads: [dot1qStaticUnicastEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot1qStaticUnicastEntry)) {
      if (row.dot1qStaticUnicastAddress !== hardware.baseMacAddress) continue;
      yield conflict(dot1qStaticUnicastEntry, say('Invalid MAC address.'), { row, column: address });
    }
  },
};

function hasMember(configuration: Configuration, vlan: number, port: number): boolean | undefined {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  return row && hasPort(parsePortList(row.dot1qVlanStaticEgressPorts) ?? 0n, port);
}

/** The VLAN exists and the port is in it. */
const portInVlan: Rule = {
  reads: [dot1qStaticUnicastEntry],
  *check({ changes, after }) {
    for (const row of changedRows(changes, dot1qStaticUnicastEntry)) {
      const { dot1qVlanIndex: vlan, dot1qStaticUnicastAllowedToGoTo: port } = row;
      const member = hasMember(after, vlan, port);
      if (member) continue;
      const place = member === undefined ? { row, column: 'dot1qVlanIndex' } : { row, column: target };
      yield conflict(dot1qStaticUnicastEntry, member === undefined ? vlanMissing(vlan) : notMember(port, vlan), place);
    }
  },
};

/** A VLAN neither goes nor loses the port while an address is pinned there. */
const vlanStays: Rule = {
  reads: [dot1qVlanStaticEntry],
  *check({ changes, after }) {
    const touched = new Set(
      [...changedRows(changes, dot1qVlanStaticEntry), ...removedRows(changes, dot1qVlanStaticEntry)].map(
        (row) => row.dot1qVlanIndex,
      ),
    );
    for (const entry of after.rowMap(dot1qStaticUnicastEntry).values()) {
      const { dot1qVlanIndex: vlan, dot1qStaticUnicastAllowedToGoTo: port } = entry;
      if (!touched.has(vlan) || hasMember(after, vlan, port)) continue;
      const message = vlanInUse(vlan, dot1qStaticUnicastEntry.rowName(entry));
      yield conflict(dot1qVlanStaticEntry, message, { row: { dot1qVlanIndex: vlan } });
    }
  },
};

/** Under shared learning an address is known once: it cannot be pinned to different ports in different VLANs. */
const oncePerSharedTable: Rule = {
  reads: [dot1qStaticUnicastEntry, dot1qVlan],
  *check({ after, changes }) {
    if (after.group(dot1qVlan).dot1qConstraintTypeDefault !== LearningConstraint.shared) return;
    const conflicts = sharedConflicts(after);
    if (conflicts.length === 0) return;
    const message = say(
      'Shared VLAN learning cannot be used together with static unicast addresses on different ports: {{addresses}}.',
      { addresses: conflicts },
    );
    const [row] = changedRows(changes, dot1qStaticUnicastEntry);
    yield row
      ? conflict(dot1qStaticUnicastEntry, message, { row, column: target })
      : conflict(dot1qVlan, message, { column: 'dot1qConstraintTypeDefault' });
  },
};

/** Addresses pinned to more than one port, over all VLANs. */
function sharedConflicts(configuration: Configuration): string[] {
  const ports = new Map<string, number>();
  const conflicts = new Set<string>();
  for (const entry of configuration.rowMap(dot1qStaticUnicastEntry).values()) {
    const { dot1qStaticUnicastAddress: mac, dot1qStaticUnicastAllowedToGoTo: port } = entry;
    const known = ports.get(mac);
    if (known !== undefined && known !== port) conflicts.add(mac);
    ports.set(mac, port);
  }
  return [...conflicts];
}

/** What has to hold between pinned addresses, ports and VLANs. */
export const staticUnicastRules: readonly Rule[] = [notTheSwitch, portInVlan, vlanStays, oncePerSharedTable];
