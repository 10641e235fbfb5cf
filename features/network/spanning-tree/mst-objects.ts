import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { vlanList } from '../../../model/schema/kinds/vlan-list.ts';
import { group, oneForEach, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { parseVlanList } from '../../../model/values/vlan-list.ts';
import { oneForEachBridgePort } from '../../bridge-ports.ts';
import {
  BRIDGE_PORTS_MAXIMUM,
  bridgeField,
  nameOfPort,
  portIndex,
  roleField,
  rootPortField,
  stateField,
} from './objects.ts';

/** MST instances at most (docs/specification/product.md 9, "MST: level 0-65535, instance 1-31"). */
const INSTANCES_MAXIMUM = 31;

/** The MST region (docs/specification/network.md, "Spanning Tree > MST"; IEEE8021-MSTP-MIB). */
export const ieee8021MstpConfigIdEntry = group('ieee8021MstpConfigIdEntry', {
  title: 'MST region',
  page: '/Network/SpanningTree/MST',
  fields: {
    ieee8021MstpConfigurationName: text({
      label: 'Configuration Name',
      minLength: 1,
      maxLength: 32,
      default: 'region',
      help: 'Bridges with the same name, revision and digest form one region.',
    }),
    ieee8021MstpRevisionLevel: integer({
      label: 'Revision Level',
      min: 0,
      max: 65_535,
      help: 'Must be the same on all bridges of the region, as must the name and the VLANs of each instance.',
    }),
    ieee8021MstpConfigurationDigest: hex({
      label: 'Digest',
      access: 'ro',
      maxLength: 32,
      octets: true,
      help: 'Checksum of the VLANs of all instances; the same on all bridges of the region.',
    }),
  },
  factory: ({ baseMacAddress }) => ({ ieee8021MstpConfigurationName: baseMacAddress }),
  privateMib: {
    number: 88,
    columns: ['ieee8021MstpConfigurationName', 'ieee8021MstpRevisionLevel', 'ieee8021MstpConfigurationDigest'],
  },
});

/** The instances, and the VLANs of each; all others are in the CIST. */
export const ieee8021MstpVlanV2Entry = table('ieee8021MstpVlanV2Entry', {
  title: 'MST instance',
  page: '/Network/SpanningTree/MST',
  index: { ieee8021MstpId: integer({ label: 'MSTI ID', access: 'create', min: 1, max: INSTANCES_MAXIMUM }) },
  columns: {
    mstVlanList: vlanList({
      label: 'VID List',
      maximum: 4093,
      help: 'A VLAN is in only one instance; all others are in the CIST. The VLANs need not exist yet.',
    }),
  },
  rows: { max: INSTANCES_MAXIMUM },
  rowName: ({ ieee8021MstpId }) => say('MST instance {{instance}}', { instance: ieee8021MstpId }),
  privateMib: { number: 89, columns: ['ieee8021MstpId', 'mstVlanList', 'RowStatus'] },
});

const instances = oneForEach(ieee8021MstpVlanV2Entry, { ieee8021MstpId: 'ieee8021MstpId' });

/** This bridge in each instance (docs/specification/network.md, "Spanning Tree > Instance"). */
export const ieee8021MstpEntry = table('ieee8021MstpEntry', {
  title: 'MST instance',
  page: '/Network/SpanningTree/Instance',
  index: {
    ieee8021MstpId: integer({ label: 'MSTI ID', access: 'create', min: 1, max: INSTANCES_MAXIMUM }),
  },
  columns: {
    ieee8021MstpBridgePriority: integer({
      label: 'Priority',
      min: 0,
      max: 61_440,
      step: 4096,
      default: 32_768,
      help: 'The bridge with the lowest priority becomes the root. A multiple of 4096.',
    }),
    mstInstanceStatus: status({ label: 'Status', access: 'ro', help: 'Enabled with MSTP and at least one VLAN.' }),
    ieee8021MstpDesignatedRoot: bridgeField(
      'Regional Root Bridge',
      'Bridge that all paths inside the region lead to, by priority and MAC address.',
    ),
    ieee8021MstpRootPathCost: gauge({
      label: 'Internal Root Cost',
      access: 'ro',
      help: 'Cost of the path to the regional root; 0 if this bridge is it.',
    }),
    ieee8021MstpRootPort: rootPortField(),
    ieee8021MstpTopologyChanges: gauge({
      label: 'Topology Changes',
      access: 'ro',
      help: 'Number of changes of the active tree.',
    }),
    ieee8021MstpTimeSinceTopologyChange: ticks({
      label: 'Last Topology Change',
      help: 'Time since the active tree last changed.',
    }),
  },
  rows: { max: INSTANCES_MAXIMUM, of: instances },
  rowName: ({ ieee8021MstpId }) => say('MST instance {{instance}}', { instance: ieee8021MstpId }),
  privateMib: {
    number: 90,
    columns: [
      'ieee8021MstpId',
      'ieee8021MstpBridgePriority',
      'mstInstanceStatus',
      'ieee8021MstpDesignatedRoot',
      'ieee8021MstpRootPathCost',
      'ieee8021MstpRootPort',
      'ieee8021MstpTopologyChanges',
      'ieee8021MstpTimeSinceTopologyChange',
    ],
  },
});

/**
 * The CIST within the region, instance 0 (IEEE8021-MSTP-MIB ieee8021MstpCistTable); the rest of it is in `dot1dStp`.
 */
export const ieee8021MstpCistEntry = group('ieee8021MstpCistEntry', {
  title: 'CIST',
  help: 'The tree of all VLANs without an instance, inside the region.',
  page: '/Network/SpanningTree/Instance',
  fields: {
    ieee8021MstpCistRegionalRootIdentifier: bridgeField('Regional Root Bridge'),
    ieee8021MstpCistPathCost: gauge({ label: 'Internal Root Cost', access: 'ro' }),
  },
  privateMib: { number: 195, columns: ['ieee8021MstpCistRegionalRootIdentifier', 'ieee8021MstpCistPathCost'] },
});

const portsOfBridge = oneForEachBridgePort('ieee8021MstpPortNum');

/** Each port in each instance (docs/specification/network.md, "Spanning Tree > MST Port"). */
export const ieee8021MstpPortEntry = table('ieee8021MstpPortEntry', {
  title: 'MST instance of port',
  page: '/Network/SpanningTree/MSTPort',
  index: {
    ieee8021MstpPortMstId: integer({ label: 'MSTI ID', access: 'create', min: 1, max: INSTANCES_MAXIMUM }),
    ieee8021MstpPortNum: portIndex,
  },
  columns: {
    ieee8021MstpPortPathCost: integer({
      label: 'Internal Path Cost',
      min: 0,
      max: 200_000_000,
      words: { 0: 'Auto' },
      help: '0: by link speed.',
    }),
    ieee8021MstpPortPriority: integer({
      label: 'Priority',
      min: 0,
      max: 240,
      step: 16,
      default: 128,
      help: 'Of two links to the same neighbor, the one with the lower value is used. A multiple of 16.',
    }),
    ieee8021MstpPortRole: roleField(),
    mstPortState: stateField(),
    ieee8021MstpPortDesignatedBridge: bridgeField('Designated Bridge', 'Bridge that leads from this link to the root.'),
    ieee8021MstpPortDesignatedCost: gauge({
      label: 'Designated Cost',
      access: 'ro',
      help: 'Cost of the path from the designated bridge to the regional root.',
    }),
  },
  rows: {
    max: INSTANCES_MAXIMUM * BRIDGE_PORTS_MAXIMUM,
    of: {
      reads: [...instances.reads, ...portsOfBridge.reads],
      index: (configuration, hardware) => {
        const ports = portsOfBridge.index(configuration, hardware);
        return instances
          .index(configuration, hardware)
          .flatMap(({ ieee8021MstpId = 0 }) =>
            ports.map((port) => ({ ieee8021MstpPortMstId: ieee8021MstpId, ...port })),
          );
      },
      isThere: (index, configuration, hardware) =>
        instances.isThere({ ieee8021MstpId: index.ieee8021MstpPortMstId ?? 0 }, configuration, hardware) &&
        portsOfBridge.isThere(index, configuration, hardware),
    },
  },
  rowName: ({ ieee8021MstpPortMstId, ieee8021MstpPortNum }) =>
    say('{{port}} in MST instance {{instance}}', {
      port: nameOfPort(ieee8021MstpPortNum),
      instance: ieee8021MstpPortMstId,
    }),
  privateMib: {
    number: 91,
    columns: [
      'ieee8021MstpPortMstId',
      'ieee8021MstpPortNum',
      'ieee8021MstpPortPathCost',
      'ieee8021MstpPortPriority',
      'ieee8021MstpPortRole',
      'mstPortState',
      'ieee8021MstpPortDesignatedBridge',
      'ieee8021MstpPortDesignatedCost',
    ],
  },
});

/** How topology changes are held back (docs/specification/network.md, "Spanning Tree > TC Protect Settings"). */
export const stpTcProtect = group('stpTcProtect', {
  title: 'TC protection',
  page: '/Network/SpanningTree/TCProtectSettings',
  fields: {
    stpTcProtectStatus: status({
      label: 'TC Protect',
      help: 'Limits how often topology changes received on the chosen ports flush the address table.',
    }),
    stpTcProtectThreshold: integer({
      label: 'TC Threshold',
      unit: 'BPDUs',
      min: 1,
      max: 100,
      default: 20,
      help: 'Number of topology changes per cycle that take effect at once.',
    }),
    stpTcProtectCycle: integer({
      label: 'TC Protect Cycle',
      unit: 's',
      min: 1,
      max: 10,
      default: 5,
      help: 'Changes beyond the threshold take effect together at the end of the cycle.',
    }),
    stpTcProtectClear: integer({
      label: 'Clear counters',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Sets the counters of ignored topology changes to zero.',
    }),
  },
  privateMib: {
    number: 86,
    columns: ['stpTcProtectStatus', 'stpTcProtectThreshold', 'stpTcProtectCycle', 'stpTcProtectClear'],
  },
});

/** Which ports' topology changes are held back, and how many were. */
export const stpTcProtectPortEntry = table('stpTcProtectPortEntry', {
  title: 'TC protection of port',
  page: '/Network/SpanningTree/TCProtectSettings',
  index: { dot1dStpPort: portIndex },
  columns: {
    stpTcProtectPortStatus: status({
      label: 'Port TC Protect',
      help: 'Counts topology changes received on this port against the threshold. Disabled: all of them take effect at once.',
    }),
    stpTcProtectDropped: counter64({
      label: 'Ignored TCs',
      help: 'Topology changes beyond the threshold since the last clearing.',
    }),
  },
  rows: { max: BRIDGE_PORTS_MAXIMUM, of: oneForEachBridgePort('dot1dStpPort') },
  rowName: ({ dot1dStpPort }) => nameOfPort(dot1dStpPort),
  privateMib: { number: 87, columns: ['dot1dStpPort retired', 'stpTcProtectPortStatus', 'stpTcProtectDropped'] },
});

/** Which instance each VLAN is in, those of the CIST left out. */
export function instancesOfVlans(
  rows: readonly { readonly ieee8021MstpId: number; readonly mstVlanList: string }[],
): ReadonlyMap<number, number> {
  return new Map(
    rows.flatMap(({ ieee8021MstpId, mstVlanList }) =>
      (parseVlanList(mstVlanList) ?? []).map((vlan): [number, number] => [vlan, ieee8021MstpId]),
    ),
  );
}
