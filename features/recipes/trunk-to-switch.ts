import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList, NO_PORTS, parsePortList, portsOf } from '../../model/values/port-list.ts';
import { parseVlanList } from '../../model/values/vlan-list.ts';
import { membersOf } from '../bridge-ports.ts';
import { TRUNK_MEMBERS_MAXIMUM, TrunkMode, trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { painted } from '../vlan-painting.ts';

const asks = group('recipeTrunk', {
  title: 'Trunk to another switch',
  fields: {
    recipePorts: portList({ label: 'Ports', required: true, help: 'At most 8 ports of one kind.' }),
    recipeMode: enumeration({
      label: 'Mode',
      default: TrunkMode.active,
      choices: { active: [TrunkMode.active, 'LACP active'], manual: [TrunkMode.manual, 'Manual'] },
      help: 'LACP if the other switch has it: a wrongly connected cable then carries nothing.',
    }),
    recipeVlans: vlanList({
      label: 'Tagged VLANs',
      references: { table: dot1qVlanStaticEntry },
      help: 'VLANs that the other switch needs, too.',
    }),
  },
});

/** Makes the first trunk without members of these ports, and tags the VLANs on all of them. */
export const trunkToSwitch: Recipe<typeof asks> = {
  asks,
  objects: [trunkGroupEntry, dot1qVlanStaticEntry, dot1qPortVlanEntry, dot1qVlan],
  leadsTo: '/Network/Trunk/Settings',
  change(before, { recipePorts, recipeMode, recipeVlans }) {
    const free = freeTrunk(before);
    if (!free) return before;
    const ports = parsePortList(recipePorts) ?? NO_PORTS;
    const tagged = painted(
      before,
      (parseVlanList(recipeVlans) ?? []).map((vlan) => ({ vlan, ports, state: 'tagged' as const })),
    );
    return tagged.withRow(trunkGroupEntry, {
      trunkId: free.trunkId,
      trunkMode: recipeMode,
      trunkMemberPorts: formatPortList(ports),
    });
  },
  problems(before, { recipePorts, recipeVlans }) {
    const ports = parsePortList(recipePorts) ?? NO_PORTS;
    const taken = before.rows(trunkGroupEntry).find((row) => (membersOf(row) & ports) !== NO_PORTS);
    const missing = (parseVlanList(recipeVlans) ?? []).find(
      (vlan) => !before.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan }),
    );
    return {
      ...(portsOf(ports).length > TRUNK_MEMBERS_MAXIMUM && {
        recipePorts: say('A trunk has at most {{max}} member ports.', { max: TRUNK_MEMBERS_MAXIMUM }),
      }),
      ...(taken && {
        recipePorts: say('Port {{port}} is a member of trunk {{trunk}}.', {
          port: portsOf(membersOf(taken) & ports)[0] ?? 0,
          trunk: taken.trunkId,
        }),
      }),
      ...(!freeTrunk(before) && { recipePorts: say('Every trunk has members already.') }),
      ...(missing !== undefined && { recipeVlans: say('VLAN {{vlan}} does not exist.', { vlan: missing }) }),
    };
  },
};

function freeTrunk(before: Configuration) {
  return before
    .rows(trunkGroupEntry)
    .find((row) => row.trunkMode === TrunkMode.disabled && membersOf(row) === NO_PORTS);
}

export default recipe(trunkToSwitch);
