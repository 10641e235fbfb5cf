import { blocksOf } from '../../../datapath/group-range.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { inUse, mirrorTarget, needs, tableFull } from '../../../model/configuration/message.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { outOfLength } from '../../../model/schema/kinds/text.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, portsOf } from '../../../model/values/port-list.ts';
import { igsCtrl } from '../igmp-snooping/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { mldsCtrl } from '../mld-snooping/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { overlap, portsIn, rangeOf } from './configured.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
  RANGES_OF_PROFILE,
  rangeText,
} from './objects.ts';

/** Listeners are known only from snooping. */
const needsSnooping: Rule = {
  concerns: [multicastVlanCtrl, igsCtrl, mldsCtrl],
  *check({ after, changes }) {
    if (after.group(multicastVlanCtrl).multicastVlanStatus !== Status.enabled) return;
    const snooped = [after.group(igsCtrl).igsStatus, after.group(mldsCtrl).mldsStatus];
    if (snooped.includes(Status.enabled)) return;
    const message = needs(say('Multicast VLAN'), say('IGMP or MLD snooping'));
    const touched = (object: ObjectDeclaration) => changes.some((change) => change.object === object);
    if (touched(multicastVlanCtrl)) yield conflict(multicastVlanCtrl, message, { column: 'multicastVlanStatus' });
    else if (touched(igsCtrl)) yield conflict(igsCtrl, message, { column: 'igsStatus' });
    else yield conflict(mldsCtrl, message, { column: 'mldsStatus' });
  },
};

/** A name is given when the VLAN is made, and never afterwards. */
const named: Rule = {
  concerns: [multicastVlanEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, multicastVlanEntry)) {
      if (row.multicastVlanName !== '') continue;
      const { label, limits } = multicastVlanEntry.fields.multicastVlanName;
      const message = outOfLength(say(label), 1, limits.maxLength ?? 1);
      yield conflict(multicastVlanEntry, message, { row, column: 'multicastVlanName' });
    }
  },
};

/** Neither ID nor name is also that of a VLAN of the other kind, nor a name that of two. */
const ownVlans: Rule = {
  concerns: [multicastVlanEntry, dot1qVlanStaticEntry],
  *check({ after, changes }) {
    const rows = after.rows(multicastVlanEntry);
    if (rows.length === 0) return;
    const ordinary = after.rowMap(dot1qVlanStaticEntry);
    const touched = new Set(changedRows(changes, multicastVlanEntry));
    const namesakes = new Map(
      [...ordinary.values()].map((row) => [row.dot1qVlanStaticName, row] as const).filter(([name]) => name !== ''),
    );
    const names = new Set<string>();
    for (const row of rows) {
      const { multicastVlanId: vlan, multicastVlanName: name } = row;
      const same = ordinary.get(String(vlan));
      if (same) {
        yield touched.has(row)
          ? conflict(multicastVlanEntry, say('VLAN {{vlan}} exists already.', { vlan }), {
              row,
              column: 'multicastVlanId',
            })
          : conflict(dot1qVlanStaticEntry, inUse(say('VLAN {{vlan}}', { vlan }), multicastVlanEntry.rowName(row)), {
              row: same,
              column: 'dot1qVlanIndex',
            });
      }
      const namesake = namesakes.get(name);
      const taken = say('The name {{name}} is that of another VLAN.', { name });
      if (namesake && !touched.has(row)) {
        yield conflict(dot1qVlanStaticEntry, taken, { row: namesake, column: 'dot1qVlanStaticName' });
      } else if (namesake || (name !== '' && names.has(name))) {
        yield conflict(multicastVlanEntry, taken, { row, column: 'multicastVlanName' });
      }
      names.add(name);
    }
  },
};

const lists = [
  'multicastVlanReceiverUntagged',
  'multicastVlanReceiverTagged',
  'multicastVlanSourceTagged',
  'multicastVlanSourceUntagged',
] as const;

/** A port is in one of the four lists. */
const oneList: Rule = {
  concerns: [multicastVlanEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, multicastVlanEntry)) {
      for (const [at, column] of lists.entries()) {
        for (const other of lists.slice(0, at)) {
          const [port] = portsOf(portsIn(row[column]) & portsIn(row[other]));
          if (port === undefined) continue;
          yield conflict(multicastVlanEntry, inBoth(port, row.multicastVlanId, column, other), { row, column });
          return;
        }
      }
    }
  },
};

function inBoth(port: number, vlan: number, column: string, other: string) {
  const [one, two] = [column, other].map((name) => name.includes('Source'));
  if (one !== two)
    return say('Port {{port}} cannot be both a source and a receiver of multicast VLAN {{vlan}}.', { port, vlan });
  return say('Port {{port}} cannot be both tagged and untagged in multicast VLAN {{vlan}}.', { port, vlan });
}

/** Only mirrored frames go where they go. */
const noMirrorTargets: Rule = {
  concerns: [multicastVlanEntry, mirrorSessionEntry],
  *check({ after, changes }) {
    const touched = new Set(changedRows(changes, multicastVlanEntry));
    const sessions = after.rows(mirrorSessionEntry).filter((row) => row.mirrorSessionStatus === Status.enabled);
    for (const row of after.rows(multicastVlanEntry)) {
      for (const session of sessions) {
        const port = session.mirrorTargetPort;
        const column = lists.find((name) => hasPort(portsIn(row[name]), port));
        if (column === undefined) continue;
        yield touched.has(row)
          ? conflict(multicastVlanEntry, mirrorTarget(port), { row, column })
          : conflict(mirrorSessionEntry, inUse(say('Port {{port}}', { port }), multicastVlanEntry.rowName(row)), {
              row: session,
              column: 'mirrorTargetPort',
            });
      }
    }
  },
};

/**
 * A datapath may need a rule for each block of addresses (RFC 4632, prefixes) that a range falls into. Every IPv4 range fits;
 * of IPv6 ranges only those do not that both begin and end within their last 64 bits, far apart.
 */
const MOST_BLOCKS = 64;

/** A range is of its profile's family, ends where it begins or later, has nothing in common with another one, and has room. */
const soundRanges: Rule = {
  concerns: [multicastVlanGroupRangeEntry, multicastVlanGroupEntry],
  *check({ after, changes }) {
    const all = after.rows(multicastVlanGroupRangeEntry);
    for (const row of changedRows(changes, multicastVlanGroupRangeEntry)) {
      const { multicastVlanGroupName: name } = row;
      const range = rangeOf(row);
      const profile = after.row(multicastVlanGroupEntry, { multicastVlanGroupName: name });
      if (!range || !profile) continue;
      const version = profile.multicastVlanGroupIpVersion === 1 ? 4 : 6;
      const versions = [row.multicastVlanGroupStart, row.multicastVlanGroupEnd]
        .filter((address) => address !== '')
        .map((address) => (address.includes(':') ? 6 : 4));
      const column = 'multicastVlanGroupStart';
      const strange = versions.findIndex((one) => one !== version);
      if (strange >= 0) {
        const message = say('Profile {{name}} holds IPv{{version}} addresses.', { name, version });
        const at = strange === 0 ? column : 'multicastVlanGroupEnd';
        yield conflict(multicastVlanGroupRangeEntry, message, { row, column: at });
        continue;
      }
      if (range.last < range.first) {
        const message = say('The end address must not be below the start address.');
        yield conflict(multicastVlanGroupRangeEntry, message, { row, column: 'multicastVlanGroupEnd' });
        continue;
      }
      const blocks = blocksOf(range).length;
      if (blocks > MOST_BLOCKS) {
        const message = say(
          'The range splits into {{blocks}} address blocks; at most {{most}} are possible. Align its start or end.',
          { blocks, most: MOST_BLOCKS },
        );
        yield conflict(multicastVlanGroupRangeEntry, message, { row, column: 'multicastVlanGroupEnd' });
        continue;
      }
      const ofProfile = all.filter(({ multicastVlanGroupName }) => multicastVlanGroupName === name);
      if (ofProfile.length > RANGES_OF_PROFILE) {
        yield conflict(multicastVlanGroupRangeEntry, tableFull(RANGES_OF_PROFILE), {
          row,
          column: 'multicastVlanGroupName',
        });
        continue;
      }
      const other = ofProfile.find((one) => {
        const present = one === row ? undefined : rangeOf(one);
        return present !== undefined && overlap(present, range);
      });
      if (!other) continue;
      const message = say('{{range}} overlaps {{other}} of this profile.', {
        range: rangeText(row),
        other: rangeText(other),
      });
      yield conflict(multicastVlanGroupRangeEntry, message, { row, column });
    }
  },
};

/** Groups by the multicast VLAN that carries them. */
function carried(configuration: Configuration) {
  const ranges = configuration.rows(multicastVlanGroupRangeEntry);
  const vlans = configuration.rowMap(multicastVlanEntry);
  const associations = configuration
    .rows(multicastVlanAssocEntry)
    .filter(({ multicastVlanId }) => vlans.has(String(multicastVlanId)));
  return associations.flatMap((assoc) =>
    ranges
      .filter(({ multicastVlanGroupName }) => multicastVlanGroupName === assoc.multicastVlanGroupName)
      .flatMap((row) => {
        const range = rangeOf(row);
        return range ? [{ assoc, row, range }] : [];
      }),
  );
}

/** A report of a group is of one multicast VLAN. */
const oneVlanForGroup: Rule = {
  concerns: [multicastVlanAssocEntry, multicastVlanGroupRangeEntry],
  *check({ after, changes }) {
    const assocs = new Set(changedRows(changes, multicastVlanAssocEntry));
    const ranges = new Set(changedRows(changes, multicastVlanGroupRangeEntry));
    const all = carried(after);
    for (const [at, one] of all.entries()) {
      const other = all
        .slice(0, at)
        .find(({ assoc, range }) => assoc.multicastVlanId !== one.assoc.multicastVlanId && overlap(range, one.range));
      if (!other) continue;
      const isNew = ({ assoc, row }: typeof one) => assocs.has(assoc) || ranges.has(row);
      const [own, present] = isNew(other) && !isNew(one) ? [other, one] : [one, other];
      const message = say('Multicast VLAN {{vlan}} carries groups of {{range}} already.', {
        vlan: present.assoc.multicastVlanId,
        range: rangeText(own.row),
      });
      yield ranges.has(own.row) && !assocs.has(own.assoc)
        ? conflict(multicastVlanGroupRangeEntry, message, { row: own.row, column: 'multicastVlanGroupStart' })
        : conflict(multicastVlanAssocEntry, message, { row: own.assoc, column: 'multicastVlanGroupName' });
      return;
    }
  },
};

/** Rules between multicast VLANs, their groups and ports, and the rest of the switch. */
export const multicastVlanRules: readonly Rule[] = [
  portsOnSwitch(multicastVlanEntry, lists),
  needsSnooping,
  named,
  ownVlans,
  oneList,
  noMirrorTargets,
  soundRanges,
  oneVlanForGroup,
];
