import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { inUse, mirrorTarget } from '../../../model/configuration/message.ts';
import { conflict, isTakenUp, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { dot1qVlan, LearningConstraint } from '../vlan/objects.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';

const address = 'dot1qStaticUnicastAddress';
const target = 'dot1qStaticUnicastAllowedToGoTo';

/** The switch's own address is its own. */
const notTheSwitch: Rule = {
  concerns: [dot1qStaticUnicastEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot1qStaticUnicastEntry)) {
      if (row.dot1qStaticUnicastAddress !== hardware.baseMacAddress) continue;
      yield conflict(dot1qStaticUnicastEntry, say('Invalid MAC address.'), { row, column: address });
    }
  },
};

/** Under shared learning an address is known once: it cannot be pinned to different ports in different VLANs. */
const oncePerSharedTable: Rule = {
  concerns: [dot1qStaticUnicastEntry, dot1qVlan],
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

/**
 * Frames to a target are dropped there: only mirrored frames leave by it (docs/specification/network.md, "Mirroring").
 */
const noMirrorTargets: Rule = {
  concerns: [dot1qStaticUnicastEntry, mirrorSessionEntry],
  *check({ before, after, changes }) {
    if (isTakenUp({ before })) return;
    const sessions = after.rows(mirrorSessionEntry).filter((row) => row.mirrorSessionStatus === Status.enabled);
    if (sessions.length === 0) return;
    const touched = new Set(changedRows(changes, dot1qStaticUnicastEntry));
    for (const row of after.rows(dot1qStaticUnicastEntry)) {
      const port = row.dot1qStaticUnicastAllowedToGoTo;
      const session = sessions.find(({ mirrorTargetPort }) => mirrorTargetPort === port);
      if (!session) continue;
      const used = inUse(say('Port {{port}}', { port }), dot1qStaticUnicastEntry.rowName(row));
      yield touched.has(row)
        ? conflict(dot1qStaticUnicastEntry, mirrorTarget(port), { row, column: target })
        : conflict(mirrorSessionEntry, used, { row: session, column: 'mirrorTargetPort' });
    }
  },
};

/** Rules between static addresses, ports and VLANs. */
export const staticUnicastRules: readonly Rule[] = [notTheSwitch, oncePerSharedTable, noMirrorTargets];
