import { valueOrDefault } from '../../../model/schema/field.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import { networkAddressText } from '../../../protocols/lldp/identifier.ts';
import {
  type LldpInformation,
  MedCapability,
  type NamedVlan,
  type NetworkPolicy,
  SystemCapability,
} from '../../../protocols/lldp/information.ts';
import { locationText } from '../../../protocols/lldp/med.ts';
import { hexOf } from '../../../protocols/lldp/octets.ts';
import { lldpRemEntry } from './said-objects.ts';

/** The names of the bits that are set, separated by commas; "" where nothing was said. */
function bitNames(names: Readonly<Record<string, number>>, bits: number | undefined): string {
  if (bits === undefined) return '';
  return Object.entries(names)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(',');
}

/** System capabilities by the names of the standard: "bridge,router". */
export function capabilitiesText(bits: number | undefined): string {
  return bitNames(SystemCapability, bits);
}

/** Management addresses as people write them, separated by blanks. */
export function addressesText({ managementAddresses }: LldpInformation): string {
  return managementAddresses
    .map(({ family, octets }) => networkAddressText(Uint8Array.of(family, ...octets)))
    .join(' ');
}

/** TLVs that nothing here reads: type or organization and subtype, and their octets, separated by commas. */
export function otherText({ unknown, foreign }: LldpInformation): string {
  return [
    ...unknown.map(({ type, value }) => `${type} ${hexOf(value)}`),
    ...foreign.map(({ organization, subtype, octets }) => {
      const oui = organization
        .toString(16)
        .padStart(6, '0')
        .toUpperCase()
        .replace(/(..)(?=.)/g, '$1-');
      return `${oui}/${subtype} ${hexOf(octets)}`;
    }),
  ].join(', ');
}

/** Yes 1, no 2, and 0 for what was not said. */
const maybe = (value: boolean | undefined): 0 | 1 | 2 => (value === undefined ? 0 : value ? 1 : 2);

const wordsOfPolicy = ({ application, unknown, tagged, vlan, priority, dscp }: NetworkPolicy) =>
  unknown ? `${application}?` : `${application}:${tagged ? vlan : 'untagged'}/${priority}/${dscp}`;

/** Protocols by their first octets: EtherTypes, and what follows the LLC of bridges. */
const protocolNames: readonly (readonly [start: RegExp, name: string])[] = [
  [/^....42420300000[23]/, 'RSTP'],
  [/^....4242030000/, 'STP'],
  [/^....4242030001/, 'GVRP'],
  [/^880901/, 'LACP'],
  [/^888E/, 'EAPOL'],
];

function protocolName(octets: Uint8Array): string {
  const digits = hexOf(octets);
  return protocolNames.find(([start]) => start.test(digits))?.[1] ?? digits;
}

/** VLANs by number and name. */
export function vlanNamesText(names: readonly NamedVlan[]): string {
  return names.map(({ vlan, name }) => (name === '' ? `${vlan}` : `${vlan} ${name}`)).join(', ');
}

const { fields } = lldpRemEntry;

/** The contents of an LLDPDU except its sender's identifiers, as columns of its table. */
export function columnsOf<Prefix extends 'lldpLoc' | 'lldpRem'>(prefix: Prefix, information: LldpInformation) {
  const { macPhy, power, aggregation, med, extendedPower, inventory, capabilities } = information;
  const columns = {
    SysCapSupported: capabilitiesText(capabilities?.supported),
    SysCapEnabled: capabilitiesText(capabilities?.enabled),
    PortVlanId: information.portVlan ?? 0,
    VlanNames: vlanNamesText(information.vlanNames),
    ProtoVlans: information.protocolVlans.map(({ vlan }) => vlan).join(', '),
    Protocols: information.protocols.map(protocolName).join(', '),
    AutoNegSupported: maybe(macPhy?.negotiationSupported),
    AutoNegEnabled: maybe(macPhy?.negotiationEnabled),
    AutoNegAdvertised: macPhy ? macPhy.advertised.toString(16).padStart(4, '0').toUpperCase() : '',
    OperMauType: macPhy?.mauType ?? 0,
    PowerPortClass: maybe(power?.sourcing),
    PowerMDISupported: maybe(power?.supported),
    PowerMDIEnabled: maybe(power?.enabled),
    PowerPairControlable: maybe(power?.pairsControllable),
    PowerPairs: valueOrDefault(fields.lldpRemPowerPairs, power?.pairs),
    PowerClass: valueOrDefault(fields.lldpRemPowerClass, power?.powerClass),
    // BITS: capable first, then enabled.
    LinkAggStatus: aggregation
      ? ((aggregation.capable ? 0x80 : 0) | (aggregation.aggregated ? 0x40 : 0))
          .toString(16)
          .padStart(2, '0')
          .toUpperCase()
      : '',
    LinkAggCapable: maybe(aggregation?.capable),
    LinkAggEnabled: maybe(aggregation?.aggregated),
    LinkAggPortId: aggregation?.port ?? 0,
    MaxFrameSize: information.maximumFrame ?? 0,
    DeviceClass: valueOrDefault(fields.lldpRemDeviceClass, med?.deviceClass),
    MedCapabilities: bitNames(MedCapability, med?.capabilities),
    Policies: information.policies.map(wordsOfPolicy).join(', '),
    Location: information.locations.map(locationText).filter(Boolean).join('; '),
    XPoEPower: extendedPower?.power ?? 0,
    HardwareRev: inventory.hardwareRevision ?? '',
    FirmwareRev: inventory.firmwareRevision ?? '',
    SoftwareRev: inventory.softwareRevision ?? '',
    SerialNum: inventory.serialNumber ?? '',
    MfgName: inventory.manufacturer ?? '',
    ModelName: inventory.model ?? '',
    AssetID: inventory.assetId ?? '',
  };
  return prefixed(prefix, columns);
}
