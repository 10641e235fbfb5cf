import type { DeviceContext } from '../../device/feature.ts';
import type { Caller } from '../../device/management.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import {
  hasPort,
  NO_PORTS,
  PORT_LIST_MAXIMUM,
  type PortList,
  parsePortList,
  portBit,
} from '../../model/values/port-list.ts';
import type { DeviceKind } from '../../protocols/surveillance/state.ts';
import { bridgePorts, configuredTrunks } from '../bridge-ports.ts';
import { mirrorSessionEntry } from '../network/mirroring/objects.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import type { PlacedDevice } from './slots.ts';
import { aSVDeviceEntry, aSVGlobal, aSVOuiEntry, aSVPortEntry, ComponentType } from './vlan-objects.ts';

/** The kind of the frames of devices that are not known yet, by their addresses. */
export const STATION_FRAMES = 'surveillanceStations';
/** Frames by which devices announce what they are. */
export const DISCOVERY_FRAMES = 'surveillanceDiscovery';
/** Frames by which devices announce their addresses, and that they are present. */
export const ADDRESS_FRAMES = 'surveillanceAddresses';
/** Those of cameras' pictures, and of the sessions about them. */
export const STREAM_FRAMES = 'surveillanceStreams';

/** The objects that this file reads. */
export const settingsRead = [
  aSVGlobal,
  aSVPortEntry,
  aSVOuiEntry,
  aSVDeviceEntry,
  trunkGroupEntry,
  mirrorSessionEntry,
] as const;

/** Whether devices are looked for at all. */
export function isOn(configuration: Configuration): boolean {
  return configuration.group(aSVGlobal).aSVState === Status.enabled;
}

/** The bridge ports that lead to other switches, by their lowest members; none while the surveillance VLAN is off. */
export function uplinkPorts(configuration: Configuration, hardware: Hardware): PortList {
  if (!isOn(configuration)) return NO_PORTS;
  const uplinks = parsePortList(configuration.group(aSVGlobal).aSVTaggedPortList) ?? NO_PORTS;
  return (
    representatives(configuration, hardware, (members) => (members & uplinks) !== NO_PORTS) & ~targets(configuration)
  );
}

/**
 * The bridge ports at which devices are looked for, by their lowest members: every member of a trunk has to want it. Neither
 * uplinks nor mirror targets are among them.
 */
export function detectingPorts(configuration: Configuration, hardware: Hardware): PortList {
  if (!isOn(configuration)) return NO_PORTS;
  const rows = configuration.rows(aSVPortEntry).filter(({ aSVPortState }) => aSVPortState === Status.enabled);
  const wanted = rows.reduce((ports, { ifIndex }) => ports | portBit(ifIndex), NO_PORTS);
  const ports = representatives(configuration, hardware, (members) => (members & ~wanted) === NO_PORTS);
  return ports & ~uplinkPorts(configuration, hardware) & ~targets(configuration);
}

function representatives(
  configuration: Configuration,
  hardware: Hardware,
  wants: (members: PortList) => boolean,
): PortList {
  return bridgePorts(configuration, hardware)
    .filter(({ members }) => wants(members))
    .reduce((ports, { representative }) => ports | portBit(representative), NO_PORTS);
}

function targets(configuration: Configuration): PortList {
  return configuration
    .rows(mirrorSessionEntry)
    .filter(({ mirrorSessionStatus }) => mirrorSessionStatus === Status.enabled)
    .reduce((ports, { mirrorTargetPort }) => ports | portBit(mirrorTargetPort), NO_PORTS);
}

/** Addresses that say what a device is. */
export interface Prefix {
  readonly source: string;
  readonly sourceMask: string;
  readonly kind: DeviceKind;
  /** The vendor, if known. */
  readonly maker: string;
}

const kinds: Readonly<Record<number, DeviceKind>> = {
  [ComponentType.builtIn]: 'camera',
  [ComponentType.videoEncoder]: 'camera',
  [ComponentType.videoManagementServer]: 'recorder',
  [ComponentType.networkStorage]: 'recorder',
};

/** The prefixes of devices. */
export function prefixesOf(configuration: Configuration): readonly Prefix[] {
  return configuration.rows(aSVOuiEntry).map((row) => ({
    source: row.aSVOuiAddr,
    sourceMask: row.aSVOuiMask,
    kind: kinds[row.aSVOuiComponentType] ?? 'other',
    maker: row.aSVOuiDescription,
  }));
}

/** The devices that an administrator does not accept, by MAC address. */
export function refusedDevices(configuration: Configuration): ReadonlySet<string> {
  const rows = configuration.rows(aSVDeviceEntry).filter((row) => row.aSVDeviceAccepted === Status.disabled);
  return new Set(rows.map(({ aSVDeviceMac }) => aSVDeviceMac));
}

/** Those of `placed` that are accepted, at ports where devices are looked for. */
export function acceptedDevices(
  configuration: Configuration,
  hardware: Hardware,
  placed: readonly PlacedDevice[],
): readonly PlacedDevice[] {
  const [refused, ports] = [refusedDevices(configuration), detectingPorts(configuration, hardware)];
  return placed.filter(({ mac, port }) => !refused.has(mac) && hasPort(ports, port));
}

/** The bridge port, by its lowest member, that a physical port belongs to, or that has this number. */
export function bridgePortOf(configuration: Configuration, hardware: Hardware, port: number): number {
  const found = bridgePorts(configuration, hardware).find(
    ({ number, members }) => number === port || (port <= PORT_LIST_MAXIMUM && (members & portBit(port)) !== NO_PORTS),
  );
  return found?.representative ?? port;
}

/** The physical ports of bridge ports that are named by their lowest members. */
export function membersOfPorts(configuration: Configuration, hardware: Hardware, ports: PortList): PortList {
  return bridgePorts(configuration, hardware)
    .filter(({ representative }) => hasPort(ports, representative))
    .reduce((all, { members }) => all | members, NO_PORTS);
}

/** The ports that the caller's session uses: those of a trunk, or one; none if it does not come through the switch. */
export async function portsOfSession(
  { datapath, configuration }: Pick<DeviceContext, 'datapath' | 'configuration'>,
  { connection }: Caller,
): Promise<PortList> {
  const path = connection && (await datapath.locate(connection));
  if (!path) return NO_PORTS;
  const trunk = configuredTrunks(configuration()).find(({ number }) => number === path.port);
  return trunk?.members ?? portBit(path.port);
}
