import type { PortState } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { HardwarePort } from '../../../model/hardware/hardware.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { hasPort } from '../../../model/values/port-list.ts';
import { putIpv4, putMac } from '../../../protocols/frames/addresses.ts';
import { ALL_802, ChassisIdSubtype, PortIdSubtype, textIdentifier } from '../../../protocols/lldp/identifier.ts';
import {
  bareInformation,
  DeviceClass,
  type LldpInformation,
  type MacPhy,
  type ManagementAddress,
  MedCapability,
  type NetworkPolicy,
  type PowerViaMdi,
  SystemCapability,
} from '../../../protocols/lldp/information.ts';
import { civicLocation } from '../../../protocols/lldp/med.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { wantedAddresses } from '../../interface-addresses.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { system } from '../../system/system-management/objects.ts';
import { PortModeValue, portCtrlEntry } from '../physical-interface/objects.ts';
import { dot1vProtocolPortEntry } from '../protocol-vlan/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { voiceVlan, voiceVlanPortEntry } from '../voice-vlan/objects.ts';
import { advertisedAbilities, mauTypeOf } from './mau.ts';
import type { vlanNamesIn } from './vlan-names.ts';

/** The parts of the context from which ports describe the switch. */
export type Teller = Pick<DeviceContext, 'hardware' | 'datapath' | 'slots' | 'configuration'>;

/** The objects that `informationOf` reads. */
export const informationRead = [
  system,
  ipv4InterfaceEntry,
  portCtrlEntry,
  dot1qVlanStaticEntry,
  dot1qPortVlanEntry,
  trunkGroupEntry,
  voiceVlan,
  voiceVlanPortEntry,
  dot1vProtocolPortEntry,
] as const;

const octets = (length: number, put: (octets: Uint8Array) => void) => {
  const made = new Uint8Array(length);
  put(made);
  return made;
};

/** IANA's number of IPv4, and "ifIndex" of how an interface is numbered (IEEE 802.1AB-2016 8.5.9.5). */
const IPV4 = 1;
const IF_INDEX = 2;

/** The addresses by which the switch is managed; where it has none, its MAC address (IEEE 802.1AB-2016 8.5.9.4). */
function managementAddresses({ configuration, slots, hardware }: Teller): ManagementAddress[] {
  const running = configuration();
  const addresses = running
    .rows(ipv4InterfaceEntry)
    .filter((row) => row.ipv4InterfaceEnableStatus === Status.enabled)
    .flatMap((row) =>
      wantedAddresses(row, running, slots).map(({ address }) => ({
        family: IPV4,
        octets: octets(4, (made) => putIpv4(made, 0, address)),
        numbering: IF_INDEX,
        interfaceNumber: row.ipv4InterfaceIfIndex,
        objectIdentifier: new Uint8Array(),
      })),
    );
  if (addresses.length > 0) return addresses;
  const mac = octets(6, (made) => putMac(made, 0, hardware.baseMacAddress));
  return [{ family: ALL_802, octets: mac, numbering: 1, interfaceNumber: 0, objectIdentifier: new Uint8Array() }];
}

/** How the switch is called: its name, or else what it is. */
function systemNameOf({ configuration, hardware }: Pick<Teller, 'configuration' | 'hardware'>): string {
  return configuration().group(system).sysName || hardware.modelName;
}

/** Start of the identity that protocols announce (IEEE 802.1Q-2018 D.2.4). */
export const protocolIdentities = {
  /** RSTP: length, LLC, protocol identifier and version. */
  stp: Uint8Array.of(0x00, 0x27, 0x42, 0x42, 0x03, 0x00, 0x00, 0x02),
  lacp: Uint8Array.of(0x88, 0x09, 0x01, 0x01),
  eapol: Uint8Array.of(0x88, 0x8e, 0x01),
  /** The shortest GARP PDU: length, LLC and protocol identifier. */
  gvrp: Uint8Array.of(0x00, 0x0a, 0x42, 0x42, 0x03, 0x00, 0x01),
} as const;

/** Octets of the largest frame, without and with jumbo frames. */
const MaximumFrame = { standard: 1522, jumbo: 9216 } as const;

/** Tenths of a watt that a PSE of IEEE 802.3at gives. */
const PSE_POWER = 300;

/** Extended power of a PSE: from its own supply, at low priority (ANSI/TIA-1057 10.2.5). */
const EXTENDED_POWER = { device: 0, source: 1, priority: 3, power: PSE_POWER } as const;

/**
 * Everything that a port could announce about itself and the switch, whatever of it is sent. `state` is the port's
 * link; `powered` says whether the switch can power devices now; `vlanNames` returns the names of a port's VLANs.
 */
export function informationOf(
  context: Teller,
  { number: port, ...built }: HardwarePort,
  state: PortState | undefined,
  powered: boolean,
  vlanNames: ReturnType<typeof vlanNamesIn>,
): LldpInformation {
  const { hardware } = context;
  const configuration = context.configuration();
  const settings = configuration.row(portCtrlEntry, { ifIndex: port });
  const trunk = configuredTrunks(configuration).find(({ members }) => hasPort(members, port));
  // VLANs know only the trunk, by its number and its first member.
  const [bridgePort, representative] = trunk ? [trunk.number, trunk.representative] : [port, port];
  const bridge = SystemCapability.bridge;
  const place = configuration.group(system).sysLocation.trim();
  const known =
    MedCapability.capabilities | MedCapability.networkPolicy | MedCapability.location | MedCapability.inventory;
  return {
    ...bareInformation(
      {
        subtype: ChassisIdSubtype.macAddress,
        octets: octets(6, (made) => putMac(made, 0, hardware.baseMacAddress)),
      },
      textIdentifier(PortIdSubtype.local, String(port)),
    ),
    portDescription: settings?.ifAlias || `Port ${port} on ${hardware.modelName}`,
    systemName: systemNameOf(context),
    systemDescription: `${hardware.modelName} managed switch, Faceplate ${softwareVersion}`,
    capabilities: { supported: bridge, enabled: bridge },
    managementAddresses: managementAddresses(context),
    portVlan: pvidOf(configuration, bridgePort) ?? pvidOf(configuration, representative) ?? 0,
    protocolVlans: configuration
      .rows(dot1vProtocolPortEntry)
      .filter((row) => row.dot1dBasePort === bridgePort)
      .map((row) => ({ supported: true, enabled: true, vlan: row.dot1vProtocolPortGroupVid })),
    get vlanNames() {
      return vlanNames(representative);
    },
    protocols: Object.values(protocolIdentities),
    macPhy: macPhyOf(built, settings?.portMode ?? PortModeValue.auto, state),
    ...(built.pse && { power: powerOf(powered), extendedPower: EXTENDED_POWER }),
    aggregation: { capable: true, aggregated: trunk !== undefined, port: trunk?.number ?? 0 },
    maximumFrame: settings?.portJumbo === Status.enabled ? MaximumFrame.jumbo : MaximumFrame.standard,
    med: {
      capabilities: built.pse ? known | MedCapability.extendedPse : known,
      deviceClass: DeviceClass.networkConnectivity,
    },
    policies: voicePolicy(configuration, port),
    locations: place === '' ? [] : [civicLocation(place)],
    inventory: {
      hardwareRevision: hardware.modelName,
      firmwareRevision: softwareVersion,
      softwareRevision: softwareVersion,
      serialNumber: serialNumber(hardware),
      manufacturer: 'Faceplate',
      model: hardware.modelName,
    },
  };
}

/** Expedited forwarding (RFC 3246), by which telephones mark what they send. */
const EXPEDITED = 46;

/** How phones are to mark their voice, where the port listens for them: as the voice VLAN does (ANSI/TIA-1057 10.2.3). */
function voicePolicy(configuration: Configuration, port: number): NetworkPolicy[] {
  const { voiceVlanStatus, voiceVlanId, voiceVlanPriority } = configuration.group(voiceVlan);
  const row = configuration.row(voiceVlanPortEntry, { ifIndex: port });
  if (voiceVlanStatus !== Status.enabled || row?.voiceVlanPortAuto !== Status.enabled) return [];
  const tagged = row.voiceVlanPortTagMode === voiceVlanPortEntry.fields.voiceVlanPortTagMode.values.tagged;
  const vlan = tagged ? voiceVlanId : 0;
  return [{ application: 1, unknown: false, tagged, vlan, priority: voiceVlanPriority, dscp: EXPEDITED }];
}

function pvidOf(configuration: Configuration, dot1dBasePort: number): number | undefined {
  return configuration.row(dot1qPortVlanEntry, { dot1dBasePort })?.dot1qPvid;
}

function macPhyOf(built: Omit<HardwarePort, 'number'>, mode: number, state: PortState | undefined): MacPhy {
  const negotiates = built.media !== 'fiber';
  const enabled = negotiates && mode === PortModeValue.auto;
  return {
    negotiationSupported: negotiates,
    negotiationEnabled: enabled,
    advertised: enabled ? advertisedAbilities(built.speeds) : 0,
    mauType: state?.link === 'up' ? mauTypeOf(built.media, state.speed, state.duplex) : 0,
  };
}

/** Power over the signal pairs (alternative A), of a device that has not said what it needs: class 0. */
function powerOf(enabled: boolean): PowerViaMdi {
  return { sourcing: true, supported: true, enabled, pairsControllable: false, pairs: 1, powerClass: 1 };
}
