import type { ClassifierPlan, ProtocolFrameType } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import { portBit } from '../../../model/values/port-list.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1vProtocolGroupEntry, dot1vProtocolPortEntry, FrameType } from './objects.ts';
import { protocolVlanRules } from './rules.ts';

const frameTypes: ReadonlyMap<number, ProtocolFrameType> = new Map([
  [FrameType.ethernet, 'ethernet'],
  [FrameType.rfc1042, 'rfc1042'],
  [FrameType.llcOther, 'llcOther'],
]);

/** One classifier for each protocol of a profile at each port that it is bound to. */
const classifiers: Contribution = {
  reads: [dot1vProtocolGroupEntry, dot1vProtocolPortEntry, trunkGroupEntry],
  compile(configuration) {
    const protocols = configuration.rows(dot1vProtocolGroupEntry);
    const trunks = new Map(configuredTrunks(configuration).map((trunk) => [trunk.number, trunk.representative]));
    const made = new Map<string, ClassifierPlan>();
    for (const bound of configuration.rows(dot1vProtocolPortEntry)) {
      const { dot1dBasePort: port } = bound;
      for (const protocol of protocols) {
        const frameType = frameTypes.get(protocol.dot1vProtocolTemplateFrameType);
        if (protocol.dot1vProtocolGroupId !== bound.dot1vProtocolPortGroupId || !frameType) continue;
        const value = protocol.dot1vProtocolTemplateProtocolValue;
        made.set(`protocol ${port} ${frameType} ${value}`, {
          rank: 'protocol',
          frameType,
          value: Number.parseInt(value, 16),
          ports: portBit(trunks.get(port) ?? port),
          vlan: bound.dot1vProtocolPortGroupVid,
          priority: bound.protocolPortPriority,
        });
      }
    }
    return { classifiers: made };
  },
};

/** Network > Protocol VLAN. */
export const protocolVlan: DeviceFeature = {
  objects: [dot1vProtocolGroupEntry, dot1vProtocolPortEntry],
  rules: protocolVlanRules,
  contributions: [classifiers],
};
