import type { DeviceContext, Service } from '../../../device/feature.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot1qVlan, dot1qVlanStaticEntry, LearningConstraint, VlanStatus } from './objects.ts';

/** Hundredths of a second after the agent's start at which each VLAN came to be, by the running agent. */
const creationTimes = new WeakMap<DeviceContext, ReadonlyMap<number, number>>();

/** Notes when VLANs come and go (RFC 4363 dot1qVlanCreationTime). */
export const vlanCreationTimes: Service = {
  name: 'VLAN creation times',
  reads: [dot1qVlanStaticEntry],
  start(context) {
    const started = context.clock.now();
    const note = () => {
      const known = creationTimes.get(context);
      const now = Math.floor((context.clock.now() - started) / 10);
      const times = new Map<number, number>();
      for (const { dot1qVlanIndex: vlan } of context.configuration().rowMap(dot1qVlanStaticEntry).values()) {
        times.set(vlan, known?.get(vlan) ?? now);
      }
      creationTimes.set(context, times);
    };
    note();
    return { changed: note, stop: () => void creationTimes.delete(context) };
  },
};

/** The rows of `dot1qVlanCurrentEntry`. */
export function currentVlans(context: DeviceContext): readonly Values[] {
  const configuration = context.configuration();
  const times = creationTimes.get(context);
  const shared = configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
  return configuration.rows(dot1qVlanStaticEntry).map((row) => ({
    dot1qVlanIndex: row.dot1qVlanIndex,
    dot1qVlanStaticName: row.dot1qVlanStaticName,
    dot1qVlanStatus: VlanStatus.permanent,
    dot1qVlanCurrentEgressPorts: row.dot1qVlanStaticEgressPorts,
    dot1qVlanCurrentUntaggedPorts: row.dot1qVlanStaticUntaggedPorts,
    dot1qVlanFdbId: shared ? 1 : row.dot1qVlanIndex,
    dot1qVlanCreationTime: times?.get(row.dot1qVlanIndex) ?? 0,
  }));
}
