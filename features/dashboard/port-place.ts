import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import { type RowOf, table } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { formatPortList, hasPort, PORT_LIST_MAXIMUM, portBit } from '../../model/values/port-list.ts';
import { formatVlanList, parseVlanList } from '../../model/values/vlan-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { configuredTrunks, membersOf } from '../bridge-ports.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { painted, type Stroke, stateOf } from '../vlan-painting.ts';

/** No VLAN, and no trunk. */
export const NONE = 0;

/**
 * The trunk and the VLANs of one port. The switch keeps both the other way round, as ports of trunks and VLANs: no call has this
 * name.
 */
export const portPlaceEntry = table('portPlaceEntry', {
  title: 'Trunk and VLANs of port',
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    portUntaggedVlan: vlanId({
      label: 'Untagged VLAN',
      fixed: [NONE],
      words: { [NONE]: 'None' },
      references: { table: dot1qVlanStaticEntry, except: [NONE] },
    }),
    portTaggedVlans: vlanList({ label: 'Tagged VLANs', references: { table: dot1qVlanStaticEntry } }),
    portTrunk: enumeration({
      label: 'Trunk',
      choices: { 0: 'None', 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8' },
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
});

/** The place of a port by the VLANs and trunks of a configuration. */
export function placeOf(configuration: Configuration, port: number): RowOf<typeof portPlaceEntry> {
  const { untagged, tagged } = vlansOf(configuration, port);
  return {
    ifIndex: port,
    portUntaggedVlan: untagged[0] ?? NONE,
    portTaggedVlans: formatVlanList(tagged),
    portTrunk: trunkWith(configuration, port)?.trunkId ?? NONE,
  } as RowOf<typeof portPlaceEntry>;
}

/** The VLANs that a port is untagged in, several only with asymmetric VLAN, and those that it is tagged in. */
export function vlansOf(configuration: Configuration, port: number) {
  const untagged: number[] = [];
  const tagged: number[] = [];
  for (const { dot1qVlanIndex: vlan } of configuration.rows(dot1qVlanStaticEntry)) {
    const state = stateOf(configuration, vlan, port);
    if (state !== 'none') (state === 'untagged' ? untagged : tagged).push(vlan);
  }
  return { untagged, tagged };
}

function trunkWith(configuration: Configuration, port: number): RowOf<typeof trunkGroupEntry> | undefined {
  return configuration.rows(trunkGroupEntry).find((row) => hasPort(membersOf(row), port));
}

/**
 * What choosing another place for a port changes: the ports of trunks and of VLANs, and PVIDs. The VLANs of a trunk's member are
 * those of the trunk. Pure.
 */
export function placeChanges(before: Configuration, port: number, chosen: Values): readonly Change[] {
  const now = placeOf(before, port);
  const { portUntaggedVlan = now.portUntaggedVlan, portTaggedVlans = now.portTaggedVlans } = chosen;
  const { portTrunk = now.portTrunk } = chosen;
  const inVlans = withVlans(before, port, Number(portUntaggedVlan), parseVlanList(String(portTaggedVlans)) ?? []);
  const after = Number(portTrunk) === now.portTrunk ? inVlans : inTrunk(inVlans, port, Number(portTrunk));
  return changesBetween([trunkGroupEntry, dot1qVlanStaticEntry, dot1qPortVlanEntry], before, after);
}

function inTrunk(before: Configuration, port: number, trunk: number): Configuration {
  const left = trunkWith(before, port);
  const without = left
    ? before.withRow(trunkGroupEntry, { ...left, trunkMemberPorts: formatPortList(membersOf(left) & ~portBit(port)) })
    : before;
  const joined = without.row(trunkGroupEntry, { trunkId: trunk });
  if (!joined) return without;
  return without.withRow(trunkGroupEntry, {
    ...joined,
    trunkMemberPorts: formatPortList(membersOf(joined) | portBit(port)),
  });
}

function withVlans(before: Configuration, port: number, untagged: number, tagged: readonly number[]): Configuration {
  const ports = configuredTrunks(before).find(({ members }) => hasPort(members, port))?.members ?? portBit(port);
  const stroke = (vlan: number, state: Stroke['state']): Stroke => ({ vlan, ports, state });
  const now = vlansOf(before, port);
  const wanted = new Set(tagged);
  let after = painted(before, [
    ...now.tagged.filter((vlan) => !wanted.has(vlan) && vlan !== untagged).map((vlan) => stroke(vlan, 'none')),
    ...tagged.filter((vlan) => vlan !== untagged && !now.tagged.includes(vlan)).map((vlan) => stroke(vlan, 'tagged')),
  ]);
  if (now.untagged.length > 1 || (now.untagged[0] ?? NONE) === untagged) return after;
  if (untagged !== NONE) return painted(after, [stroke(untagged, 'untagged')]);
  // A port that leaves its VLAN goes back to the default one, which it leaves too.
  for (let left = vlansOf(after, port).untagged[0]; left !== undefined; left = vlansOf(after, port).untagged[0]) {
    after = painted(after, [stroke(left, 'none')]);
  }
  return after;
}

/** What is wrong with a chosen place, by column. */
export function placeProblems(present: Configuration, chosen: Values): Readonly<Record<string, Message>> {
  const vlans = new Set(present.rows(dot1qVlanStaticEntry).map(({ dot1qVlanIndex }) => dot1qVlanIndex));
  const untagged = Number(chosen.portUntaggedVlan);
  const tagged = parseVlanList(String(chosen.portTaggedVlans)) ?? [];
  const missing = tagged.find((vlan) => !vlans.has(vlan));
  return {
    ...(untagged !== NONE &&
      !vlans.has(untagged) && { portUntaggedVlan: say('VLAN {{vlan}} does not exist.', { vlan: untagged }) }),
    ...(missing !== undefined && { portTaggedVlans: say('VLAN {{vlan}} does not exist.', { vlan: missing }) }),
    ...(tagged.includes(untagged) && {
      portTaggedVlans: say('The port is untagged in VLAN {{vlan}}: it cannot be tagged in it as well.', {
        vlan: untagged,
      }),
    }),
  };
}
