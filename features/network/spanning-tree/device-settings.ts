import type { PortState } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { TRUNK_BASE } from '../../../model/values/interface-index.ts';
import { hasPort, PORT_LIST_MAXIMUM, portsOf } from '../../../model/values/port-list.ts';
import type { RegionIdentifier } from '../../../protocols/spanning-tree/bpdu.ts';
import { configurationDigest } from '../../../protocols/spanning-tree/configuration-digest.ts';
import { automaticPathCost } from '../../../protocols/spanning-tree/path-cost.ts';
import type {
  ProtocolName,
  SpanningTreePortSettings,
  SpanningTreeSettings,
  TreePortSettings,
} from '../../../protocols/spanning-tree/settings.ts';
import { type BridgePort, bridgePorts } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import {
  ieee8021MstpConfigIdEntry,
  ieee8021MstpEntry,
  ieee8021MstpPortEntry,
  ieee8021MstpVlanV2Entry,
  instancesOfVlans,
  stpTcProtect,
  stpTcProtectPortEntry,
} from './mst-objects.ts';
import {
  dot1dStp,
  dot1dStpExtPortEntry,
  dot1dStpPortEntry,
  EdgeValue,
  ieee8021MstpCistPortEntry,
  PointToPointValue,
  StpVersion,
} from './objects.ts';

/** The objects that say which ports take part, and in which trees. */
export const participationRead = [
  dot1dStp,
  dot1dStpPortEntry,
  trunkGroupEntry,
  ieee8021MstpConfigIdEntry,
  ieee8021MstpVlanV2Entry,
] as const;

/** The objects that `settingsOf` reads. */
export const settingsRead = [
  ...participationRead,
  dot1dStpExtPortEntry,
  ieee8021MstpCistPortEntry,
  mirrorSessionEntry,
  ieee8021MstpEntry,
  ieee8021MstpPortEntry,
  stpTcProtect,
  stpTcProtectPortEntry,
] as const;

const protocols: Readonly<Record<number, ProtocolName>> = {
  [StpVersion.stp]: 'stp',
  [StpVersion.rstp]: 'rstp',
  [StpVersion.mstp]: 'mstp',
};

/** The bridge ports that take part; none where spanning tree is off. */
export function portsTakingPart(configuration: Configuration, hardware: Hardware): readonly BridgePort[] {
  if (configuration.group(dot1dStp).stpGlobalStatus !== Status.enabled) return [];
  return bridgePorts(configuration, hardware).filter(
    ({ number }) =>
      configuration.row(dot1dStpPortEntry, { dot1dStpPort: number })?.dot1dStpPortEnable === Status.enabled,
  );
}

/** Identifies whether an engine's decisions are for this configuration, or for one after which everything restarts. */
export function beginningOf(configuration: Configuration): string {
  const { dot1dStpVersion } = configuration.group(dot1dStp);
  if (dot1dStpVersion !== StpVersion.mstp) return String(dot1dStpVersion);
  const { ieee8021MstpConfigurationName, ieee8021MstpRevisionLevel } = configuration.group(ieee8021MstpConfigIdEntry);
  const trees = configuration.rows(ieee8021MstpVlanV2Entry).map((row) => [row.ieee8021MstpId, row.mstVlanList]);
  return JSON.stringify([dot1dStpVersion, ieee8021MstpConfigurationName, ieee8021MstpRevisionLevel, trees]);
}

/** The trees that there are: the CIST, and with MSTP every instance that has a VLAN. */
export function treesOf(configuration: Configuration): readonly number[] {
  return [0, ...new Set(treeOfVlans(configuration).values())].sort((a, b) => a - b);
}

/** The instance of each VLAN that is not in the CIST; none without MSTP. */
export function treeOfVlans(configuration: Configuration): ReadonlyMap<number, number> {
  const stp = configuration.group(dot1dStp);
  const speaks = stp.stpGlobalStatus === Status.enabled && stp.dot1dStpVersion === StpVersion.mstp;
  return speaks ? instancesOfVlans(configuration.rows(ieee8021MstpVlanV2Entry)) : new Map();
}

/** Settings of the spanning tree by the configuration and the links (by port); undefined if it is disabled. */
export function settingsOf(
  configuration: Configuration,
  hardware: Hardware,
  links: ReadonlyMap<number, PortState>,
): SpanningTreeSettings | undefined {
  const stp = configuration.group(dot1dStp);
  if (stp.stpGlobalStatus !== Status.enabled) return undefined;
  const protocol = protocols[stp.dot1dStpVersion] ?? 'rstp';
  const protect = configuration.group(stpTcProtect);
  const trees = treesOf(configuration);
  const mirrored = new Set(
    configuration
      .rows(mirrorSessionEntry)
      .flatMap((row) => (row.mirrorSessionStatus === Status.enabled ? [row.mirrorTargetPort] : [])),
  );
  const ports = portsTakingPart(configuration, hardware).map((port): [number, SpanningTreePortSettings] => [
    port.number,
    portSettings(configuration, hardware, protocol, port, linksOf(port, links), mirrored.has(port.number), trees),
  ]);
  return {
    protocol,
    address: hardware.baseMacAddress,
    maxAge: stp.dot1dStpBridgeMaxAge,
    helloTime: stp.dot1dStpBridgeHelloTime,
    forwardDelay: stp.dot1dStpBridgeForwardDelay,
    maxHops: stp.ieee8021MstpCistMaxHops,
    transmitHoldCount: stp.dot1dStpTxHoldCount,
    region: regionOf(configuration),
    protection:
      protect.stpTcProtectStatus === Status.enabled
        ? { threshold: protect.stpTcProtectThreshold, cycle: protect.stpTcProtectCycle }
        : undefined,
    priorities: new Map(trees.map((tree) => [tree, priorityIn(configuration, tree)])),
    ports: new Map(ports),
  };
}

/** Identity of this bridge's region. */
export function regionOf(configuration: Configuration): RegionIdentifier {
  const { ieee8021MstpConfigurationName, ieee8021MstpRevisionLevel } = configuration.group(ieee8021MstpConfigIdEntry);
  return {
    name: ieee8021MstpConfigurationName,
    revision: ieee8021MstpRevisionLevel,
    digest: configurationDigest(instancesOfVlans(configuration.rows(ieee8021MstpVlanV2Entry))),
  };
}

function priorityIn(configuration: Configuration, tree: number): number {
  if (tree === 0) return configuration.group(dot1dStp).dot1dStpPriority;
  return configuration.row(ieee8021MstpEntry, { ieee8021MstpId: tree })?.ieee8021MstpBridgePriority ?? 32_768;
}

/** The links of a bridge port that are up. */
export function linksOf({ members }: BridgePort, links: ReadonlyMap<number, PortState>): readonly PortState[] {
  return portsOf(members).flatMap((port) => {
    const state = links.get(port);
    return state?.link === 'up' && hasPort(members, port) ? [state] : [];
  });
}

/** Number of a bridge port in BPDUs: trunks follow the ports, as only twelve bits carry the number. */
function bpduNumber(port: number): number {
  return port > TRUNK_BASE ? PORT_LIST_MAXIMUM + port - TRUNK_BASE : port;
}

function portSettings(
  configuration: Configuration,
  { baseMacAddress }: Hardware,
  protocol: ProtocolName,
  port: BridgePort,
  up: readonly PortState[],
  mirrored: boolean,
  trees: readonly number[],
): SpanningTreePortSettings {
  const { number } = port;
  const own = configuration.row(dot1dStpPortEntry, { dot1dStpPort: number });
  const rapid = configuration.row(dot1dStpExtPortEntry, { dot1dStpPort: number });
  const multiple = configuration.row(ieee8021MstpCistPortEntry, { ieee8021MstpCistPortNum: number });
  const automatic = automaticPathCost(
    up.reduce((sum, { speed }) => sum + speed, 0),
    protocol === 'stp' ? 16 : 32,
  );
  const cost = rapid?.dot1dStpPortAdminPathCost || automatic;
  const pointToPoint = rapid?.dot1dStpPortAdminPointToPoint ?? PointToPointValue.auto;
  const single = number > TRUNK_BASE || up.every(({ duplex }) => duplex !== 'half');
  return {
    enabled: up.length > 0 && !mirrored,
    number: bpduNumber(number),
    address: baseMacAddress,
    edge: edgeOf(rapid?.dot1dStpPortAdminEdgePort),
    pointToPoint: pointToPoint === PointToPointValue.auto ? single : pointToPoint === PointToPointValue.forceTrue,
    restrictedRole: multiple?.ieee8021MstpCistPortRestrictedRole === Status.enabled,
    restrictedChange: multiple?.ieee8021MstpCistPortRestrictedTcn === Status.enabled,
    protected:
      configuration.row(stpTcProtectPortEntry, { dot1dStpPort: number })?.stpTcProtectPortStatus === Status.enabled,
    externalCost: protocol === 'mstp' ? multiple?.ieee8021MstpCistPortAdminPathCost || automatic : cost,
    trees: new Map<number, TreePortSettings>(
      trees.map((tree) => {
        if (tree === 0) return [0, { priority: own?.dot1dStpPortPriority ?? 128, internalCost: cost }];
        const row = configuration.row(ieee8021MstpPortEntry, {
          ieee8021MstpPortMstId: tree,
          ieee8021MstpPortNum: number,
        });
        return [
          tree,
          {
            priority: row?.ieee8021MstpPortPriority ?? 128,
            internalCost: row?.ieee8021MstpPortPathCost || automatic,
          },
        ];
      }),
    ),
  };
}

/** The edge setting of a port. */
function edgeOf(value: number | undefined): SpanningTreePortSettings['edge'] {
  if (value === EdgeValue.yes) return 'yes';
  return value === EdgeValue.no ? 'no' : 'auto';
}
