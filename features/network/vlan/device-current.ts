import { vlansInForce as membershipsInForce } from '../../../datapath/state.ts';
import type { DeviceContext, LiveRowOf, Service } from '../../../device/feature.ts';
import { slot } from '../../../device/slot.ts';
import { changedKeys } from '../../../model/values/overlaid-map.ts';
import { formatPortList, NO_PORTS } from '../../../model/values/port-list.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { type dot1qVlanCurrentEntry, VlanStatus } from './current-vlan-objects.ts';
import { dot1qVlan, LearningConstraint } from './objects.ts';
import { dynamicMembers } from './slots.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/** Hundredths of a second after the agent's start at which each VLAN came to be. */
const creationTimes = slot<ReadonlyMap<number, number>>('vlanCreationTimes', new Map());

/** Notes when VLANs come and go (RFC 4363 dot1qVlanCreationTime). */
export const vlanCreationTimes: Service = {
  name: 'VLAN creation times',
  reads: [dot1qVlanStaticEntry],
  start(context) {
    let noted: ReturnType<typeof sourcesOf> | undefined;
    const note = () => {
      const sources = sourcesOf(context);
      const isSame = noted?.dynamic === sources.dynamic && changedKeys(noted.made, sources.made) !== undefined;
      noted = sources;
      // Most changes leave the VLANs what they are, and they may be thousands.
      if (isSame) return;
      const now = Math.floor(context.power.upTime() / 10);
      context.slots.update(creationTimes, (known) => {
        if (areThere(known, context)) return known;
        return new Map([...vlansInForce(context)].map((vlan) => [vlan, known.get(vlan) ?? now]));
      });
    };
    context.slots.follow([dynamicMembers], note);
    note();
    return { changed: note };
  },
};

/** Of what VLANs there are follows. */
function sourcesOf({ configuration, slots }: Pick<DeviceContext, 'configuration' | 'slots'>) {
  return { made: configuration().rowMap(dot1qVlanStaticEntry), dynamic: slots.get(dynamicMembers) };
}

/** Whether just the VLANs that are `known` are there. */
function areThere(
  known: ReadonlyMap<number, number>,
  { configuration, slots }: Pick<DeviceContext, 'configuration' | 'slots'>,
) {
  const made = configuration().rows(dot1qVlanStaticEntry);
  const dynamic = [...slots.get(dynamicMembers).keys()];
  const rows = configuration().rowMap(dot1qVlanStaticEntry);
  const added = dynamic.filter((vlan) => !rows.has(String(vlan)));
  return (
    made.length + added.length === known.size &&
    made.every(({ dot1qVlanIndex }) => known.has(dot1qVlanIndex)) &&
    added.every((vlan) => known.has(vlan))
  );
}

/** The existing VLANs, from any source. */
export function vlansInForce({
  configuration,
  slots,
}: Pick<DeviceContext, 'configuration' | 'slots'>): ReadonlySet<number> {
  const made = [...configuration().rowMap(dot1qVlanStaticEntry).values()].map(({ dot1qVlanIndex }) => dot1qVlanIndex);
  return new Set([...made, ...slots.get(dynamicMembers).keys()]);
}

/** The rows of `dot1qVlanCurrentEntry`. */
export function currentVlans(context: DeviceContext): readonly LiveRowOf<typeof dot1qVlanCurrentEntry>[] {
  const configuration = context.configuration();
  const times = context.slots.get(creationTimes);
  const dynamic = context.slots.get(dynamicMembers);
  const shared = configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
  const rest = (vlan: number) => ({
    dot1qVlanFdbId: shared ? 1 : vlan,
    dot1qVlanCreationTime: times.get(vlan) ?? 0,
  });
  const { plan, state } = context.forwarding();
  const inForce = membershipsInForce(plan, state);
  const made = configuration.rows(dot1qVlanStaticEntry).map((row): LiveRowOf<typeof dot1qVlanCurrentEntry> => {
    const configured = membershipOf(row);
    const { members, untagged } = inForce.get(row.dot1qVlanIndex) ?? configured;
    return {
      dot1qVlanIndex: row.dot1qVlanIndex,
      dot1qVlanStaticName: row.dot1qVlanStaticName,
      dot1qVlanStatus: VlanStatus.permanent,
      dot1qVlanCurrentEgressPorts:
        members === configured.members ? row.dot1qVlanStaticEgressPorts : formatPortList(members),
      dot1qVlanCurrentUntaggedPorts:
        untagged === configured.untagged ? row.dot1qVlanStaticUntaggedPorts : formatPortList(untagged),
      ...rest(row.dot1qVlanIndex),
    };
  });
  const known = configuration.rowMap(dot1qVlanStaticEntry);
  const learnt = [...dynamic]
    .filter(([vlan]) => !known.has(String(vlan)))
    .map(([vlan, registered]): LiveRowOf<typeof dot1qVlanCurrentEntry> => {
      const { members, untagged } = inForce.get(vlan) ?? { members: registered, untagged: NO_PORTS };
      return {
        dot1qVlanIndex: vlan,
        dot1qVlanStaticName: '',
        dot1qVlanStatus: VlanStatus.dynamicGvrp,
        dot1qVlanCurrentEgressPorts: formatPortList(members),
        dot1qVlanCurrentUntaggedPorts: formatPortList(untagged),
        ...rest(vlan),
      };
    });
  return learnt.length === 0
    ? made
    : [...made, ...learnt].sort((a, b) => Number(a.dot1qVlanIndex) - Number(b.dot1qVlanIndex));
}
