import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { inTrunk, inUse, unsupported } from '../../../model/configuration/message.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Problem, type Rule } from '../../../model/configuration/rule.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList, portsOf } from '../../../model/values/port-list.ts';
import { type ConfiguredTrunk, configuredTrunks, membersOf, trunkOfPort } from '../../bridge-ports.ts';
import { sysLBDCtrlEntry } from '../loopback-detection/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { PortModeValue, portCtrlEntry } from '../physical-interface/objects.ts';
import { dot1qStaticUnicastEntry } from '../static-unicast/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { TRUNK_MEMBERS_MAXIMUM, trunkGroupEntry } from './objects.ts';

const column = 'trunkMemberPorts';

/** A trunk has few members, and a port is in one trunk only, whether that is in use or not. */
const membersOnce: Rule = {
  concerns: [trunkGroupEntry],
  *check({ after, changes }) {
    const changed = new Set(changedRows(changes, trunkGroupEntry));
    for (const row of changed) {
      const members = membersOf(row);
      if (portsOf(members).length > TRUNK_MEMBERS_MAXIMUM) {
        const message = say('A trunk has at most {{max}} member ports.', { max: TRUNK_MEMBERS_MAXIMUM });
        yield conflict(trunkGroupEntry, message, { row, column });
      }
      for (const other of after.rows(trunkGroupEntry)) {
        const [port] = other.trunkId === row.trunkId ? [] : portsOf(members & membersOf(other));
        if (port !== undefined) yield conflict(trunkGroupEntry, inTrunk(port, other.trunkId), { row, column });
      }
    }
  },
};

/** Members are of one kind, and run at full duplex. */
const membersAlike: Rule = {
  concerns: [trunkGroupEntry, portCtrlEntry],
  *check({ after, changes, hardware }) {
    const touched = new Set(changedRows(changes, portCtrlEntry).map(({ ifIndex }) => ifIndex));
    const changed = new Set(changedRows(changes, trunkGroupEntry));
    for (const trunk of configuredTrunks(after)) {
      const { row, members } = trunk;
      if (changed.has(row)) yield* kindsOf(trunk, hardware);
      for (const port of portsOf(members)) {
        if (!changed.has(row) && !touched.has(port)) continue;
        const settings = after.row(portCtrlEntry, { ifIndex: port });
        if (settings?.portMode !== PortModeValue['100H'] && settings?.portMode !== PortModeValue['10H']) continue;
        yield changed.has(row)
          ? conflict(trunkGroupEntry, unsupported(port), { row, column })
          : conflict(portCtrlEntry, unsupported(port), { row: settings, column: 'portMode' });
      }
    }
  },
};

function* kindsOf({ trunk, row, members, representative }: ConfiguredTrunk, { ports }: Hardware): Iterable<Problem> {
  const first = ports.get(representative);
  for (const port of portsOf(members)) {
    const other = ports.get(port);
    if (!first || !other) continue;
    if (first.media === other.media && first.speeds.join() === other.speeds.join()) continue;
    const message = say('Port {{port}} is of another kind than port {{first}} of trunk {{trunk}}.', {
      port,
      first: representative,
      trunk,
    });
    yield conflict(trunkGroupEntry, message, { row, column });
  }
}

/** Settings that a port may not have while it is a member of a trunk, by the object that they are set in. */
interface Exclusion {
  readonly object: Rule['concerns'][number];
  /** Ports that have it, with where it is set and what it is called. */
  ports(configuration: Configuration): Iterable<{
    readonly ports: PortList;
    readonly row: Problem['row'];
    readonly column: string;
    readonly feature: Message;
  }>;
}

const mirrored: Exclusion = {
  object: mirrorSessionEntry,
  *ports(configuration) {
    for (const row of configuration.rows(mirrorSessionEntry)) {
      if (row.mirrorSessionStatus !== Status.enabled) continue;
      const feature = say('mirroring');
      yield { ports: 1n << BigInt(row.mirrorTargetPort - 1), row, column: 'mirrorTargetPort', feature };
      for (const list of ['mirrorIngressPorts', 'mirrorEgressPorts'] as const) {
        yield { ports: parsePortList(row[list]) ?? NO_PORTS, row, column: list, feature };
      }
    }
  },
};

const loopDetected: Exclusion = {
  object: sysLBDCtrlEntry,
  *ports(configuration) {
    for (const row of configuration.rows(sysLBDCtrlEntry)) {
      if (row.sysLBDPortStatus !== Status.enabled) continue;
      const ports = 1n << BigInt(row.sysLBDCtrlIndex - 1);
      yield { ports, row, column: 'sysLBDPortStatus', feature: say('loopback detection') };
    }
  },
};

const pinned: Exclusion = {
  object: dot1qStaticUnicastEntry,
  *ports(configuration) {
    for (const row of configuration.rows(dot1qStaticUnicastEntry)) {
      const port = row.dot1qStaticUnicastAllowedToGoTo;
      if (port > 64) continue;
      const feature = dot1qStaticUnicastEntry.rowName(row);
      yield { ports: 1n << BigInt(port - 1), row, column: 'dot1qStaticUnicastAllowedToGoTo', feature };
    }
  },
};

/** A member has nothing that only a single port can have. The changed setting is the one that is refused. */
function excludes(exclusion: Exclusion): Rule {
  return {
    concerns: [trunkGroupEntry, exclusion.object],
    *check({ after, changes }) {
      const trunks = trunkOfPort(after);
      if (trunks.size === 0) return;
      const joined = new Map(changedRows(changes, trunkGroupEntry).map((row) => [row.trunkId, row]));
      for (const { ports, row, column: where, feature } of exclusion.ports(after)) {
        for (const port of portsOf(ports)) {
          const trunk = trunks.get(port);
          if (trunk === undefined) continue;
          const trunkRow = joined.get(trunk);
          yield trunkRow
            ? conflict(trunkGroupEntry, inUse(say('Port {{port}}', { port }), feature), { row: trunkRow, column })
            : conflict(exclusion.object, inTrunk(port, trunk), { ...(row && { row }), column: where });
        }
      }
    },
  };
}

const pin = 'dot1qStaticUnicastAllowedToGoTo';

/** A static address is pinned to a port, or to a trunk that is there and in the VLAN. */
const pinnedToTrunk: Rule = {
  concerns: [trunkGroupEntry, dot1qStaticUnicastEntry, dot1qVlanStaticEntry],
  *check({ after, changes, hardware }) {
    const trunks = new Map(configuredTrunks(after).map((trunk) => [trunk.number, trunk]));
    const changed = new Set(changedRows(changes, dot1qStaticUnicastEntry));
    for (const row of after.rows(dot1qStaticUnicastEntry)) {
      const port = row.dot1qStaticUnicastAllowedToGoTo;
      if (port <= hardware.portCount) continue;
      const there = trunks.get(port);
      const trunk = { trunkId: port - TRUNK_BASE };
      const name = trunkGroupEntry.rowName(trunk);
      const vlan = there && after.row(dot1qVlanStaticEntry, { dot1qVlanIndex: row.dot1qVlanIndex });
      if (there && vlan) {
        const isMember = hasPort(parsePortList(vlan.dot1qVlanStaticEgressPorts) ?? NO_PORTS, there.representative);
        const vlanName = dot1qVlanStaticEntry.rowName(vlan);
        if (!isMember && changed.has(row)) {
          const message = say('{{trunk}} is not a member of {{row}}.', { trunk: name, row: vlanName });
          yield conflict(dot1qStaticUnicastEntry, message, { row, column: pin });
        } else if (!isMember) {
          const message = inUse(vlanName, dot1qStaticUnicastEntry.rowName(row));
          yield conflict(dot1qVlanStaticEntry, message, { row: vlan, column: 'dot1qVlanStaticEgressPorts' });
        }
        continue;
      }
      if (there) continue;
      yield changed.has(row)
        ? conflict(dot1qStaticUnicastEntry, say('{{row}} does not exist.', { row: name }), {
            row,
            column: pin,
          })
        : conflict(trunkGroupEntry, inUse(name, dot1qStaticUnicastEntry.rowName(row)), { row: trunk, column });
    }
  },
};

/** Rules between trunks, ports and the features that accept only single ports. */
export const trunkRules: readonly Rule[] = [
  portsOnSwitch(trunkGroupEntry, [column]),
  membersOnce,
  membersAlike,
  excludes(mirrored),
  excludes(loopDetected),
  excludes(pinned),
  pinnedToTrunk,
];
