import type { PortState } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { parseVlanList } from '../../../model/values/vlan-list.ts';
import { bareInformation, type LldpInformation } from '../../../protocols/lldp/information.ts';
import type { LldpPort, LldpSettings } from '../../../protocols/lldp/state.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { informationRead, protocolIdentities } from './device-information.ts';
import { AdminStatus, lldpConfiguration, lldpPortConfigEntry } from './objects.ts';
import { lldpXdot1ConfigPortVlanEntry, lldpXdot3PortConfigEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

const LARGEST_VLAN = 4094;

/** The objects that the settings of LLDP follow from. */
export const settingsRead = [
  lldpConfiguration,
  lldpPortConfigEntry,
  lldpXdot1ConfigPortVlanEntry,
  lldpXdot3PortConfigEntry,
  lldpXMedPortConfigEntry,
  mirrorSessionEntry,
  ...informationRead,
] as const;

/** Whether LLDP is on. */
function isLldpOn(configuration: Configuration): boolean {
  return configuration.group(lldpConfiguration).lldpStatus === Status.enabled;
}

type Participation = Pick<LldpPort, 'transmit' | 'receive'>;

/**
 * Settings of each port, by number: every port of the switch, also in a trunk. A mirror's target takes no part: only
 * copies are sent there. Empty if LLDP is disabled.
 */
export function participation(configuration: Configuration): ReadonlyMap<number, Participation> {
  if (!isLldpOn(configuration)) return new Map();
  const targets = new Set(
    configuration
      .rows(mirrorSessionEntry)
      .filter((session) => session.mirrorSessionStatus === Status.enabled)
      .map((session) => session.mirrorTargetPort),
  );
  return new Map(
    configuration
      .rows(lldpPortConfigEntry)
      .map(({ lldpPortConfigPortNum: port, lldpPortConfigAdminStatus: status }) => [
        port,
        {
          transmit: !targets.has(port) && (status === AdminStatus.txOnly || status === AdminStatus.txAndRx),
          receive: !targets.has(port) && (status === AdminStatus.rxOnly || status === AdminStatus.txAndRx),
        },
      ]),
  );
}

/** Settings of LLDP by the configuration, the ports' information and the states of their links. */
export function settingsOf(
  configuration: Configuration,
  source: string,
  self: ReadonlyMap<number, LldpInformation>,
  links: ReadonlyMap<number, PortState>,
): LldpSettings {
  const group = configuration.group(lldpConfiguration);
  const time = millisecondsIn(lldpConfiguration, group);
  const ports = new Map<number, LldpPort>();
  for (const [port, part] of participation(configuration)) {
    const full = self.get(port);
    if (!full) continue;
    const information = chosenOf(configuration, port, full);
    const toEndpoint = { ...information, ...chosenMed(configuration, port, full) };
    ports.set(port, { ...part, up: links.get(port)?.link === 'up', information, toEndpoint });
  }
  return {
    source,
    transmitInterval: time('lldpMessageTxInterval'),
    holdMultiplier: group.lldpMessageTxHoldMultiplier,
    reinitDelay: time('lldpReinitDelay'),
    transmitDelay: time('lldpTxDelay'),
    fastStart: group.lldpXMedFastStartRepeatCount,
    ports,
  };
}

/** The parts of what a port could say that are switched on, LLDP-MED left out. */
function chosenOf(configuration: Configuration, port: number, full: LldpInformation): LldpInformation {
  const index = { lldpPortConfigPortNum: port };
  const basic = configuration.row(lldpPortConfigEntry, index);
  const dot3 = configuration.row(lldpXdot3PortConfigEntry, index);
  return {
    ...bareInformation(full.chassisId, full.portId),
    ...(isOn(basic?.lldpPortDescTxEnable) && { portDescription: full.portDescription }),
    ...(isOn(basic?.lldpSysNameTxEnable) && { systemName: full.systemName }),
    ...(isOn(basic?.lldpSysDescTxEnable) && { systemDescription: full.systemDescription }),
    ...(isOn(basic?.lldpSysCapTxEnable) && { capabilities: full.capabilities }),
    ...(isOn(basic?.lldpManAddrTxEnable) && { managementAddresses: full.managementAddresses }),
    ...chosenDot1(configuration.row(lldpXdot1ConfigPortVlanEntry, index), full),
    ...(isOn(dot3?.lldpXdot3MacPhyTxEnable) && { macPhy: full.macPhy }),
    ...(isOn(dot3?.lldpXdot3PowerTxEnable) && { power: full.power }),
    ...(isOn(dot3?.lldpXdot3LinkAggTxEnable) && { aggregation: full.aggregation }),
    ...(isOn(dot3?.lldpXdot3MaxFrameSizeTxEnable) && { maximumFrame: full.maximumFrame }),
  };
}

function chosenDot1(
  row: RowOf<typeof lldpXdot1ConfigPortVlanEntry> | undefined,
  full: LldpInformation,
): Partial<LldpInformation> {
  if (!row) return {};
  const named = new Set(parseVlanList(row.lldpXdot1ConfigVlanNameList, LARGEST_VLAN));
  const protocols = [
    ...(isOn(row.lldpXdot1ProtocolStp) ? [protocolIdentities.stp] : []),
    ...(isOn(row.lldpXdot1ProtocolLacp) ? [protocolIdentities.lacp] : []),
    ...(isOn(row.lldpXdot1ProtocolEapol) ? [protocolIdentities.eapol] : []),
    ...(isOn(row.lldpXdot1ProtocolGvrp) ? [protocolIdentities.gvrp] : []),
  ];
  return {
    ...(isOn(row.lldpXdot1ConfigPortVlanTxEnable) && { portVlan: full.portVlan }),
    ...(isOn(row.lldpXdot1ConfigProtoVlanTxEnable) && { protocolVlans: protocolVlansOf(row, full) }),
    ...(isOn(row.lldpXdot1ConfigVlanNameTxEnable) && {
      vlanNames: full.vlanNames.filter(({ vlan }) => named.has(vlan)),
    }),
    ...(isOn(row.lldpXdot1ConfigProtocolTxEnable) && { protocols }),
  };
}

function protocolVlansOf(
  row: RowOf<typeof lldpXdot1ConfigPortVlanEntry>,
  full: LldpInformation,
): LldpInformation['protocolVlans'] {
  const vlans = parseVlanList(row.lldpXdot1ConfigProtoVlanList, LARGEST_VLAN) ?? [];
  const inForce = new Set(full.protocolVlans.map(({ vlan }) => vlan));
  return vlans.slice(0, PROTOCOL_VLANS_AT_MOST).map((vlan) => ({ supported: true, enabled: inForce.has(vlan), vlan }));
}

/** Protocol VLANs that one message names: each takes nine of its 1500 octets, and the rest of it has to find room. */
const PROTOCOL_VLANS_AT_MOST = 64;

/** Additional information of a port for an endpoint. */
function chosenMed(configuration: Configuration, port: number, full: LldpInformation): Partial<LldpInformation> {
  const row = configuration.row(lldpXMedPortConfigEntry, { lldpPortConfigPortNum: port });
  if (!isOn(row?.lldpXMedCapabilitiesTxEnable)) return {};
  return {
    med: full.med,
    ...(isOn(row?.lldpXMedNetworkPolicyTxEnable) && { policies: full.policies }),
    ...(isOn(row?.lldpXMedLocationTxEnable) && { locations: full.locations }),
    ...(isOn(row?.lldpXMedExtendedPseTxEnable) && { extendedPower: full.extendedPower }),
    ...(isOn(row?.lldpXMedInventoryTxEnable) && { inventory: full.inventory }),
  };
}

function isOn(value: number | undefined): boolean {
  return value === TruthValue.yes;
}
