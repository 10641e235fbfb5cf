import type { DeviceContext, Service } from '../../../device/feature.ts';
import { slot } from '../../../device/slot.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot1qVlan, dot1qVlanStaticEntry, LearningConstraint, VlanStatus } from './objects.ts';

/** Hundredths of a second after the agent's start at which each VLAN came to be. */
const creationTimes = slot<ReadonlyMap<number, number>>('vlanCreationTimes', new Map());

/** Notes when VLANs come and go (RFC 4363 dot1qVlanCreationTime). */
export const vlanCreationTimes: Service = {
  name: 'VLAN creation times',
  reads: [dot1qVlanStaticEntry],
  start(context) {
    const note = () => {
      const now = Math.floor(context.power.upTime() / 10);
      const present = [...context.configuration().rowMap(dot1qVlanStaticEntry).values()];
      context.slots.update(
        creationTimes,
        (known) => new Map(present.map(({ dot1qVlanIndex: vlan }) => [vlan, known.get(vlan) ?? now])),
      );
    };
    note();
    return { changed: note };
  },
};

/** The rows of `dot1qVlanCurrentEntry`. */
export function currentVlans(context: DeviceContext): readonly Values[] {
  const configuration = context.configuration();
  const times = context.slots.get(creationTimes);
  const shared = configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
  return configuration.rows(dot1qVlanStaticEntry).map((row) => ({
    dot1qVlanIndex: row.dot1qVlanIndex,
    dot1qVlanStaticName: row.dot1qVlanStaticName,
    dot1qVlanStatus: VlanStatus.permanent,
    dot1qVlanCurrentEgressPorts: row.dot1qVlanStaticEgressPorts,
    dot1qVlanCurrentUntaggedPorts: row.dot1qVlanStaticUntaggedPorts,
    dot1qVlanFdbId: shared ? 1 : row.dot1qVlanIndex,
    dot1qVlanCreationTime: times.get(row.dot1qVlanIndex) ?? 0,
  }));
}
