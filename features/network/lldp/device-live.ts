import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import { valueOrDefault } from '../../../model/schema/field.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { chassisIdText, portIdText } from '../../../protocols/lldp/identifier.ts';
import type { LldpInformation, NamedVlan } from '../../../protocols/lldp/information.ts';
import { type Neighbour, noStatistics } from '../../../protocols/lldp/state.ts';
import { settingsOf } from './device-settings.ts';
import { addressesText, capabilitiesText, columnsOf, otherText, vlanNamesText } from './device-words.ts';
import { lldpPortConfigEntry, type lldpStatistics, type lldpStatsRxPortEntry } from './objects.ts';
import { lldpLocalSystemData, lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';
import { lldpSelf, lldpState } from './slots.ts';
import { lldpXdot3PortConfigEntry, lldpXMedLocMediaPolicyEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

/** A moment of the monotonic clock as hundredths of a second since the switch started. */
function upTimeAt({ clock, power }: DeviceContext, moment: number): number {
  return Math.max(0, Math.floor((power.upTime() - (clock.now() - moment)) / 10));
}

/** The values of `lldpLocalSystemData`. */
export function localSystem({ slots }: DeviceContext): LiveOf<typeof lldpLocalSystemData> {
  const [any] = slots.get(lldpSelf).values();
  if (!any) return liveDefaults(lldpLocalSystemData);
  return {
    lldpLocChassisIdSubtype: valueOrDefault(lldpLocalSystemData.fields.lldpLocChassisIdSubtype, any.chassisId.subtype),
    lldpLocChassisId: chassisIdText(any.chassisId),
    lldpLocSysName: any.systemName ?? '',
    lldpLocSysDesc: any.systemDescription ?? '',
    lldpLocSysCapSupported: capabilitiesText(any.capabilities?.supported),
    lldpLocSysCapEnabled: capabilitiesText(any.capabilities?.enabled),
  };
}

/** The parts of an LLDPDU by the words that the page has for them. */
const parts: readonly (readonly [words: string, is: (information: LldpInformation) => boolean])[] = [
  ['portDesc', ({ portDescription }) => portDescription !== undefined],
  ['sysName', ({ systemName, systemDescription }) => (systemName ?? systemDescription) !== undefined],
  ['manAddr', ({ managementAddresses }) => managementAddresses.length > 0],
  ['sysCap', ({ capabilities }) => capabilities !== undefined],
  ['dot1', ({ portVlan, vlanNames }) => portVlan !== undefined || vlanNames.length > 0],
  ['dot3', ({ macPhy, aggregation, maximumFrame }) => (macPhy ?? aggregation ?? maximumFrame) !== undefined],
  ['med', ({ med }) => med !== undefined],
];

/** VLANs whose names find room in an LLDPDU at most: each takes 10 octets or more of its 1500 (IEEE 802.1Q-2018 D.2.3). */
const NAMES_OF_LLDPDU = 150;

/**
 * The names of a port's VLANs, including those that it announces. A port may be in thousands, and a table of all ports
 * would be megabytes of names that cannot be sent: beyond a limit, others are omitted at the end.
 */
function namesText(all: readonly NamedVlan[], said: readonly NamedVlan[]): string {
  if (all.length <= NAMES_OF_LLDPDU) return vlanNamesText(all);
  const first = new Set(said.map(({ vlan }) => vlan));
  for (const { vlan } of all) {
    if (first.size >= NAMES_OF_LLDPDU) break;
    first.add(vlan);
  }
  return `${vlanNamesText(all.filter(({ vlan }) => first.has(vlan)))}, …`;
}

/** The rows of `lldpLocPortEntry`: what the ports could say, from the same that is written into the frames. */
export function localPorts(context: DeviceContext): readonly LiveRowOf<typeof lldpLocPortEntry>[] {
  const self = context.slots.get(lldpSelf);
  const settings = settingsOf(context.configuration(), context.hardware.baseMacAddress, self, new Map());
  return [...self].map(([port, full]) => {
    // Names are looked up whenever they are asked for.
    const information = { ...full };
    const place = settings.ports.get(port);
    const saying = place?.transmit ? place.toEndpoint : undefined;
    return {
      lldpLocPortNum: port,
      lldpLocPortIdSubtype: valueOrDefault(lldpLocPortEntry.fields.lldpLocPortIdSubtype, information.portId.subtype),
      lldpLocPortId: portIdText(information.portId),
      lldpLocPortDesc: information.portDescription ?? '',
      lldpLocManAddrs: addressesText(information),
      ...columnsOf('lldpLoc', information),
      lldpLocVlanNames: namesText(information.vlanNames, saying?.vlanNames ?? []),
      lldpLocUnsent: parts
        .filter(([, is]) => is(information) && !(saying && is(saying)))
        .map(([words]) => words)
        .join(','),
    };
  });
}

/** The rows of `lldpRemEntry`. */
export function remoteSystems(context: DeviceContext, query: Values): readonly LiveRowOf<typeof lldpRemEntry>[] {
  const { lldpRemLocalPortNum: port } = query;
  return [...context.slots.get(lldpState).neighbours.values()]
    .filter((neighbour) => port === undefined || neighbour.port === port)
    .sort((a, b) => a.port - b.port || a.index - b.index)
    .map((neighbour) => remoteSystem(context, neighbour));
}

function remoteSystem(
  context: DeviceContext,
  { port, index, information, expiresAt, changedAt }: Neighbour,
): LiveRowOf<typeof lldpRemEntry> {
  const { chassisId, portId } = information;
  const { lldpRemChassisIdSubtype, lldpRemPortIdSubtype } = lldpRemEntry.fields;
  return {
    lldpRemLocalPortNum: port,
    lldpRemIndex: index,
    lldpRemChassisIdSubtype: valueOrDefault(lldpRemChassisIdSubtype, chassisId.subtype),
    lldpRemChassisId: chassisIdText(chassisId),
    lldpRemPortIdSubtype: valueOrDefault(lldpRemPortIdSubtype, portId.subtype),
    lldpRemPortId: portIdText(portId),
    lldpRemPortDesc: information.portDescription ?? '',
    lldpRemSysName: information.systemName ?? '',
    lldpRemSysDesc: information.systemDescription ?? '',
    lldpRemManAddrs: addressesText(information),
    ...columnsOf('lldpRem', information),
    lldpRemOther: otherText(information),
    lldpRemExpires: Math.max(0, Math.ceil((expiresAt - context.clock.now()) / 1000)),
    lldpRemTimeMark: upTimeAt(context, changedAt),
  };
}

/** The values of `lldpStatistics`. */
export function tableStatistics(context: DeviceContext): LiveOf<typeof lldpStatistics> {
  const { lastChange, inserts, deletes, drops, ageouts } = context.slots.get(lldpState).table;
  return {
    lldpStatsRemTablesLastChangeTime: lastChange === undefined ? 0 : upTimeAt(context, lastChange),
    lldpStatsRemTablesInserts: inserts,
    lldpStatsRemTablesDeletes: deletes,
    lldpStatsRemTablesDrops: drops,
    lldpStatsRemTablesAgeouts: ageouts,
  };
}

/** The rows of `lldpStatsRxPortEntry`. */
export function portStatistics({ hardware, slots }: DeviceContext): readonly LiveRowOf<typeof lldpStatsRxPortEntry>[] {
  const { statistics } = slots.get(lldpState);
  return [...hardware.ports.keys()].map((port) => {
    const counted = statistics.get(port) ?? noStatistics;
    return {
      lldpStatsRxPortNum: port,
      lldpStatsTxPortFramesTotal: counted.sent,
      lldpStatsRxPortFramesTotal: counted.received,
      lldpStatsRxPortFramesDiscardedTotal: counted.discarded,
      lldpStatsRxPortFramesErrors: counted.errors,
      lldpStatsRxPortTLVsDiscardedTotal: counted.tlvsDiscarded,
      lldpStatsRxPortTLVsUnrecognizedTotal: counted.tlvsUnrecognized,
      lldpStatsRxPortAgeoutsTotal: counted.ageouts,
      lldpStatsTxPortNamesLeftOut: counted.namesLeftOut,
    };
  });
}

/** BITS of a standard: the first one is the highest of the octet. */
function bits(...flags: readonly number[]): string {
  const octet = flags.reduce((sum, flag, at) => sum | (flag === TruthValue.yes ? 0x80 >> at : 0), 0);
  return octet.toString(16).padStart(2, '0').toUpperCase();
}

/** The choices of `lldpPortConfigEntry` as its standard's bits. */
export function basicBits({ configuration }: DeviceContext): LiveColumnsOf<typeof lldpPortConfigEntry> {
  return new Map(
    configuration()
      .rows(lldpPortConfigEntry)
      .map((row) => {
        const { lldpPortDescTxEnable, lldpSysNameTxEnable, lldpSysDescTxEnable, lldpSysCapTxEnable } = row;
        const lldpPortConfigTLVsTxEnable = bits(
          lldpPortDescTxEnable,
          lldpSysNameTxEnable,
          lldpSysDescTxEnable,
          lldpSysCapTxEnable,
        );
        return [rowKey(lldpPortConfigEntry, row), { lldpPortConfigTLVsTxEnable }];
      }),
  );
}

/** The choices of `lldpXdot3PortConfigEntry` as its standard's bits, and which ports give power. */
export function dot3Bits({ configuration, hardware }: DeviceContext): LiveColumnsOf<typeof lldpXdot3PortConfigEntry> {
  return new Map(
    configuration()
      .rows(lldpXdot3PortConfigEntry)
      .map((row) => [
        rowKey(lldpXdot3PortConfigEntry, row),
        {
          lldpXdot3PortConfigTLVsTxEnable: bits(
            row.lldpXdot3MacPhyTxEnable,
            row.lldpXdot3PowerTxEnable,
            row.lldpXdot3LinkAggTxEnable,
            row.lldpXdot3MaxFrameSizeTxEnable,
          ),
          lldpXdot3PowerCapable: hardware.ports.get(row.lldpPortConfigPortNum)?.pse ? TruthValue.yes : TruthValue.no,
        },
      ]),
  );
}

/** The choices of `lldpXMedPortConfigEntry` as its standard's bits; a switch sends no power of a device. */
export function medBits({ configuration }: DeviceContext): LiveColumnsOf<typeof lldpXMedPortConfigEntry> {
  return new Map(
    configuration()
      .rows(lldpXMedPortConfigEntry)
      .map((row) => [
        rowKey(lldpXMedPortConfigEntry, row),
        {
          lldpXMedPortConfigTLVsTxEnable: bits(
            row.lldpXMedCapabilitiesTxEnable,
            row.lldpXMedNetworkPolicyTxEnable,
            row.lldpXMedLocationTxEnable,
            row.lldpXMedExtendedPseTxEnable,
            TruthValue.no,
            row.lldpXMedInventoryTxEnable,
          ),
        },
      ]),
  );
}

/** The rows of `lldpXMedLocMediaPolicyEntry`. */
export function mediaPolicyRows({ slots }: DeviceContext): readonly LiveRowOf<typeof lldpXMedLocMediaPolicyEntry>[] {
  return [...slots.get(lldpSelf)].flatMap(([port, { policies }]) =>
    policies.map((policy) => ({
      lldpLocPortNum: port,
      lldpXMedLocMediaPolicyAppType: valueOrDefault(
        lldpXMedLocMediaPolicyEntry.fields.lldpXMedLocMediaPolicyAppType,
        policy.application,
      ),
      lldpXMedLocMediaPolicyVlanID: policy.vlan,
      lldpXMedLocMediaPolicyPriority: policy.priority,
      lldpXMedLocMediaPolicyDscp: policy.dscp,
      lldpXMedLocMediaPolicyUnknown: policy.unknown ? TruthValue.yes : TruthValue.no,
      lldpXMedLocMediaPolicyTagged: policy.tagged ? TruthValue.yes : TruthValue.no,
    })),
  );
}
