import type { PortPart } from '../../datapath/plan.ts';
import type { Contribution } from '../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../device/feature.ts';
import { liveDefaults } from '../../device/live-defaults.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../model/schema/object.ts';
import { onceFor } from '../../model/values/once-for.ts';
import { trunkOfPort } from '../bridge-ports.ts';
import { nameOfCodePoint } from './code-points.ts';
import { dot1dTrafficClassEntry, dot1dTrafficClassesEnabled } from './cos/objects.ts';
import { qosDscpConfig, qosDscpMapEntry } from './dscp/objects.ts';
import { qosIpv6TcEntry } from './ipv6-traffic-class/objects.ts';
import { dot1dPortPriorityEntry } from './port-priority/objects.ts';
import { Algorithm, qosSchedConfig, qosSchedQueueEntry } from './scheduling-algorithm/objects.ts';

function isOn(configuration: Pick<Configuration, 'group'>): boolean {
  return configuration.group(dot1dTrafficClassesEnabled).dot1dTrafficClassesEnabled === Status.enabled;
}

/** Which queue a frame waits in, and how queues are emptied: nothing of it while QoS is off. */
const queueing: Contribution = {
  reads: [
    dot1dTrafficClassesEnabled,
    dot1dTrafficClassEntry,
    qosDscpConfig,
    qosDscpMapEntry,
    qosIpv6TcEntry,
    qosSchedConfig,
    qosSchedQueueEntry,
  ],
  compile(configuration) {
    if (!isOn(configuration)) return {};
    const codePoints = configuration.rows(qosDscpMapEntry).map(({ qosDscpQueue }) => qosDscpQueue);
    const weights = configuration.rows(qosSchedQueueEntry).map(({ qosSchedWeight }) => qosSchedWeight);
    return {
      queueing: {
        priorities: configuration.rows(dot1dTrafficClassEntry).map(({ dot1dTrafficClass }) => dot1dTrafficClass),
        codePoints: configuration.group(qosDscpConfig).qosDscpStatus === Status.enabled ? codePoints : undefined,
        trafficClasses: new Map(
          configuration.rows(qosIpv6TcEntry).map((row) => [row.qosIpv6TcValue, row.qosIpv6TcQueue]),
        ),
        weights: configuration.group(qosSchedConfig).qosSchedAlgorithm === Algorithm.wrr ? weights : undefined,
      },
    };
  },
};

const portPart = onceFor(
  (row: RowOf<typeof dot1dPortPriorityEntry>): PortPart => ({ priority: row.dot1dPortDefaultUserPriority }),
);

/** The priority of what comes in without a tag. */
const portPriorities: Contribution = {
  reads: [dot1dTrafficClassesEnabled, dot1dPortPriorityEntry],
  compile: (configuration) =>
    isOn(configuration)
      ? { ports: new Map(configuration.rows(dot1dPortPriorityEntry).map((row) => [row.dot1dBasePort, portPart(row)])) }
      : {},
};

/** The trunk that each port is a member of. */
function trunksOfPorts({ hardware, configuration }: DeviceContext): LiveColumnsOf<typeof dot1dPortPriorityEntry> {
  const trunks = trunkOfPort(configuration());
  return new Map(
    [...hardware.ports.keys()].map((dot1dBasePort) => [
      rowKey(dot1dPortPriorityEntry, { dot1dBasePort }),
      { ...liveDefaults(dot1dPortPriorityEntry), trunkId: String(trunks.get(dot1dBasePort) ?? '') },
    ]),
  );
}

function namesOfCodePoints({ configuration }: DeviceContext): LiveColumnsOf<typeof qosDscpMapEntry> {
  return new Map(
    configuration()
      .rows(qosDscpMapEntry)
      .map((row) => [rowKey(qosDscpMapEntry, row), { qosDscpName: nameOfCodePoint(row.qosDscpValue) }]),
  );
}

/** QoS: priorities of ports, queues and how they are emptied. */
export const qualityOfService: DeviceFeature = {
  objects: [
    dot1dTrafficClassesEnabled,
    dot1dTrafficClassEntry,
    dot1dPortPriorityEntry,
    qosDscpConfig,
    qosDscpMapEntry,
    qosSchedConfig,
    qosSchedQueueEntry,
    qosIpv6TcEntry,
  ],
  contributions: [queueing, portPriorities],
  live: [
    live(dot1dPortPriorityEntry, { columns: trunksOfPorts }),
    live(qosDscpMapEntry, { columns: namesOfCodePoints }),
  ],
};
