import type { PortCounters } from '../../../datapath/datapath.ts';
import { theDevice } from '../../../device/door.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import type { MibSyntax } from '../../../model/mib/syntax.ts';
import {
  counter32,
  integer32,
  ipAddress as ipAddressSyntax,
  macAddress,
  objectIdentifier,
  text as textSyntax,
  timeTicks,
  unsigned32,
} from '../../../model/mib/syntax.ts';
import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, type ObjectDeclaration, table } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { AgentCounters } from '../../../protocols/snmp/agent.ts';
import { MAXIMUM_SIZE } from '../../../protocols/snmp/usm.ts';
import { ipAddressEntry } from '../l3-feature/address-objects.ts';
import { dot3StatsEntry, ifXEntry } from '../statistics/objects.ts';

/** An object that SNMP alone shows, or shows otherwise than the console: who answers its rows, in any order. */
export interface StandardObject {
  readonly object: ObjectDeclaration;
  /** Every row, whole; a group is one. */
  rows(context: DeviceContext): readonly Values[] | Promise<readonly Values[]>;
}

/** What the agent knows that the device does not. */
export interface AgentFigures {
  readonly counters: AgentCounters;
  /** Hundredths of a second after the start at which a port's link changed; 0 where that was before the agent began. */
  lastChange(port: number): number;
}

/** Nobody sees these objects in the console, so nothing of them has words. */
const UNSEEN = '';

const number = (column: number | string, syntax: MibSyntax = integer32) =>
  gauge({ label: UNSEEN, mib: { column, syntax } });
const counter = (column: number | string) => counter64({ label: UNSEEN, mib: { column, syntax: counter32 } });
const words = (column: number | string) =>
  text({ label: UNSEEN, maxLength: 255, access: 'ro', mib: { column, syntax: textSyntax } });
const physAddress = (column: number | string) =>
  mac({ label: UNSEEN, access: 'ro', mib: { column, syntax: macAddress } });
const hidden = (column: number) => gauge({ label: UNSEEN, mib: { column, isNotAccessible: true } });

const ifNumber = group('if', { title: UNSEEN, oid: '1.3.6.1.2.1.2', fields: { ifNumber: number(1) } });

/** What RFC 2863 has of an interface beside what the pages set and show. */
const interfaceEntry = table('interfaceEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.2.2.1',
  index: { ifIndex: number(1) },
  columns: {
    ifDescr: words(2),
    ifType: number(3),
    ifMtu: number(4),
    ifSpeed: number(5, unsigned32),
    ifPhysAddress: physAddress(6),
    ifLastChange: number(9, timeTicks),
    ifInOctets: counter(10),
    ifInUcastPkts: counter(11),
    ifInUnknownProtos: counter(15),
    ifOutOctets: counter(16),
    ifOutUcastPkts: counter(17),
    ifName: words('1.3.6.1.2.1.31.1.1.1.1'),
    ifInMulticastPkts: counter('1.3.6.1.2.1.31.1.1.1.2'),
    ifInBroadcastPkts: counter('1.3.6.1.2.1.31.1.1.1.3'),
    ifOutMulticastPkts: counter('1.3.6.1.2.1.31.1.1.1.4'),
    ifOutBroadcastPkts: counter('1.3.6.1.2.1.31.1.1.1.5'),
    ifPromiscuousMode: number('1.3.6.1.2.1.31.1.1.1.16'),
    ifConnectorPresent: number('1.3.6.1.2.1.31.1.1.1.17'),
    ifCounterDiscontinuityTime: number('1.3.6.1.2.1.31.1.1.1.19', timeTicks),
  },
  rows: { max: 64 },
});

/** The numbers of RFC 2863 and RFC 2579 that stand in these tables. */
const ETHERNET = 6;
const [TRUE, FALSE] = [1, 2];

/** The longest frame's payload that RFC 2863 counts. */
const MTU = 1500;

async function interfaceRows(context: DeviceContext, figures: AgentFigures): Promise<readonly Values[]> {
  const { datapath, hardware } = context;
  const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
  const names = new Map(datapath.facts.ports.map(({ number: port, name }) => [port, name]));
  return [...hardware.ports.keys()].map((port) => {
    const speed = states.get(port)?.speed ?? 0;
    const count = (name: keyof PortCounters) => String(counters.get(port)?.[name] ?? 0n);
    return {
      ifIndex: port,
      ifDescr: `Port ${port}`,
      ifType: ETHERNET,
      ifMtu: MTU,
      // RFC 2863: the largest number stands for what is faster; ifHighSpeed says how much.
      ifSpeed: Math.min(speed * 1_000_000, 2 ** 32 - 1),
      ifPhysAddress: hardware.baseMacAddress,
      ifLastChange: figures.lastChange(port),
      ifInOctets: count('inOctets'),
      ifInUcastPkts: count('inUnicast'),
      ifInUnknownProtos: '0',
      ifOutOctets: count('outOctets'),
      ifOutUcastPkts: count('outUnicast'),
      ifName: names.get(port) ?? String(port),
      ifInMulticastPkts: count('inMulticast'),
      ifInBroadcastPkts: count('inBroadcast'),
      ifOutMulticastPkts: count('outMulticast'),
      ifOutBroadcastPkts: count('outBroadcast'),
      ifPromiscuousMode: FALSE,
      ifConnectorPresent: TRUE,
      ifCounterDiscontinuityTime: 0,
    };
  });
}

/** The counters of the traffic page as they are, never since a clearing (RFC 2863 3.1.5). */
async function trafficRows({ datapath, hardware }: DeviceContext): Promise<readonly Values[]> {
  const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
  return [...hardware.ports.keys()].map((ifIndex) => {
    const count = (name: keyof PortCounters) => String(counters.get(ifIndex)?.[name] ?? 0n);
    return {
      ifIndex,
      ifHCInOctets: count('inOctets'),
      ifHCOutOctets: count('outOctets'),
      ifHCInUcastPkts: count('inUnicast'),
      ifHCOutUcastPkts: count('outUnicast'),
      ifHCInMulticastPkts: count('inMulticast'),
      ifHCOutMulticastPkts: count('outMulticast'),
      ifHCInBroadcastPkts: count('inBroadcast'),
      ifHCOutBroadcastPkts: count('outBroadcast'),
      ifInDiscards: count('inDiscards'),
      ifOutDiscards: count('outDiscards'),
      ifHighSpeed: states.get(ifIndex)?.speed ?? 0,
    };
  });
}

const duplexes = { unknown: 1, half: 2, full: 3 } as const;

/** The same of the page of errors. */
async function errorRows({ datapath, hardware }: DeviceContext): Promise<readonly Values[]> {
  const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
  return [...hardware.ports.keys()].map((dot3StatsIndex) => {
    const count = (name: keyof PortCounters) => String(counters.get(dot3StatsIndex)?.[name] ?? 0n);
    return {
      dot3StatsIndex,
      dot3StatsFCSErrors: count('fcsErrors'),
      dot3StatsAlignmentErrors: count('alignmentErrors'),
      etherStatsUndersizePkts: count('undersize'),
      etherStatsOversizePkts: count('oversize'),
      etherStatsFragments: count('fragments'),
      etherStatsJabbers: count('jabbers'),
      dot3StatsSymbolErrors: count('symbolErrors'),
      dot3StatsInternalMacReceiveErrors: count('internalMacReceiveErrors'),
      dot3StatsInternalMacTransmitErrors: count('internalMacTransmitErrors'),
      dot3StatsSingleCollisionFrames: count('singleCollisions'),
      dot3StatsMultipleCollisionFrames: count('multipleCollisions'),
      dot3StatsLateCollisions: count('lateCollisions'),
      dot3StatsExcessiveCollisions: count('excessiveCollisions'),
      dot3StatsDeferredTransmissions: count('deferredTransmissions'),
      dot3StatsCarrierSenseErrors: count('carrierSenseErrors'),
      ifInErrors: count('inErrors'),
      ifOutErrors: count('outErrors'),
      dot3StatsDuplexStatus: duplexes[states.get(dot3StatsIndex)?.duplex ?? 'unknown'],
    };
  });
}

const dot3Index = table('dot3Index', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.10.7.2.1',
  index: { dot3StatsIndex: number(1) },
  columns: {},
  rows: { max: 64 },
});

const dot1dBase = group('dot1dBase', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.1',
  fields: { dot1dBaseBridgeAddress: physAddress(1), dot1dBaseNumPorts: number(2), dot1dBaseType: number(3) },
});

const dot1dBasePortEntry = table('dot1dBasePortEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.1.4.1',
  index: { dot1dBasePort: number(1) },
  columns: {
    dot1dBasePortIfIndex: number(2),
    dot1dBasePortCircuit: text({
      label: UNSEEN,
      maxLength: 8,
      access: 'ro',
      mib: { column: 3, syntax: objectIdentifier },
    }),
    dot1dBasePortDelayExceededDiscards: counter(4),
    dot1dBasePortMtuExceededDiscards: counter(5),
  },
  rows: { max: 64 },
});

const dot1dTpFdbEntry = table('dot1dTpFdbEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.4.3.1',
  index: { dot1dTpFdbAddress: physAddress(1) },
  columns: { dot1dTpFdbPort: number(2), dot1dTpFdbStatus: number(3) },
  rows: { max: 16_384 },
});

/** dot1dTpFdbStatus (RFC 4188). */
const fdbStatus = { learned: 3, self: 4, static: 5 } as const;

async function addressRows({ datapath }: DeviceContext): Promise<readonly Values[]> {
  const entries = await datapath.forwardingDatabase();
  // This table knows no VLANs: an address stands there once.
  return [
    ...new Map(
      [...entries].map(({ address, port, origin }) => [
        address,
        { dot1dTpFdbAddress: address, dot1dTpFdbPort: port, dot1dTpFdbStatus: fdbStatus[origin] },
      ]),
    ).values(),
  ];
}

const ipAddrEntry = table('ipAddrEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.20.1',
  index: {
    ipAdEntAddr: ipv4({
      label: UNSEEN,
      addresses: 'any',
      access: 'ro',
      mib: { column: 1, syntax: ipAddressSyntax },
    }),
  },
  columns: {
    ipAdEntIfIndex: number(2),
    ipAdEntNetMask: ipv4({
      label: UNSEEN,
      addresses: 'any',
      access: 'ro',
      mib: { column: 3, syntax: ipAddressSyntax },
    }),
    ipAdEntBcastAddr: number(4),
    ipAdEntReasmMaxSize: number(5),
  },
  rows: { max: 64 },
});

/** The same addresses as in ipAddressEntry, as managers of before RFC 4293 look for them. */
async function ipv4Rows({ door }: DeviceContext): Promise<readonly Values[]> {
  const rows = await door.read(ipAddressEntry, {}, theDevice);
  return (isRows(rows) ? rows : [rows]).flatMap(({ ipAddressAddr, ipAddressIfIndex, ipAddressMask }) =>
    ipAddressAddr === undefined || ipAddressMask === undefined
      ? []
      : [
          {
            ipAdEntAddr: ipAddressAddr,
            ipAdEntIfIndex: ipAddressIfIndex ?? 0,
            ipAdEntNetMask: ipAddressMask,
            // The last bit of the broadcast address, and the largest datagram of RFC 791.
            ipAdEntBcastAddr: 1,
            ipAdEntReasmMaxSize: 65_535,
          },
        ],
  );
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

const systemMore = group('systemMore', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.1',
  fields: { sysServices: number(7), sysORLastChange: number(8, timeTicks) },
});

/** RFC 3418: what works on the second layer. */
const SERVICES = 2;

const snmpGroup = group('snmp', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.11',
  fields: {
    snmpInPkts: counter(1),
    snmpInBadVersions: counter(3),
    snmpInBadCommunityNames: counter(4),
    snmpInBadCommunityUses: counter(5),
    snmpInASNParseErrs: counter(6),
    snmpSilentDrops: counter(31),
    snmpProxyDrops: counter(32),
    snmpEngineMaxMessageSize: number('1.3.6.1.6.3.10.2.1.4'),
    snmpUnknownSecurityModels: counter('1.3.6.1.6.3.11.2.1.1'),
    snmpInvalidMsgs: counter('1.3.6.1.6.3.11.2.1.2'),
    snmpUnknownPDUHandlers: counter('1.3.6.1.6.3.11.2.1.3'),
    snmpUnavailableContexts: counter('1.3.6.1.6.3.12.1.4'),
    usmStatsUnsupportedSecLevels: counter('1.3.6.1.6.3.15.1.1.1'),
    usmStatsNotInTimeWindows: counter('1.3.6.1.6.3.15.1.1.2'),
    usmStatsUnknownUserNames: counter('1.3.6.1.6.3.15.1.1.3'),
    usmStatsUnknownEngineIDs: counter('1.3.6.1.6.3.15.1.1.4'),
    usmStatsWrongDigests: counter('1.3.6.1.6.3.15.1.1.5'),
    usmStatsDecryptionErrors: counter('1.3.6.1.6.3.15.1.1.6'),
  },
});

function snmpFigures({ counters: all }: AgentFigures): Values {
  const usm = (stat: number) => String(all.usm[stat] ?? 0);
  return {
    snmpInPkts: String(all.inPkts),
    snmpInBadVersions: String(all.inBadVersions),
    snmpInBadCommunityNames: String(all.inBadCommunityNames),
    snmpInBadCommunityUses: String(all.inBadCommunityUses),
    snmpInASNParseErrs: String(all.inAsnParseErrs),
    snmpSilentDrops: String(all.silentDrops),
    snmpProxyDrops: '0',
    snmpEngineMaxMessageSize: MAXIMUM_SIZE,
    snmpUnknownSecurityModels: String(all.unknownSecurityModels),
    snmpInvalidMsgs: String(all.invalidMsgs),
    snmpUnknownPDUHandlers: String(all.unknownPduHandlers),
    snmpUnavailableContexts: String(all.unavailableContexts),
    usmStatsUnsupportedSecLevels: usm(1),
    usmStatsNotInTimeWindows: usm(2),
    usmStatsUnknownUserNames: usm(3),
    usmStatsUnknownEngineIDs: usm(4),
    usmStatsWrongDigests: usm(5),
    usmStatsDecryptionErrors: usm(6),
  };
}

const entPhysicalEntry = table('entPhysicalEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.47.1.1.1.1',
  index: { entPhysicalIndex: hidden(1) },
  columns: {
    entPhysicalDescr: words(2),
    entPhysicalContainedIn: number(4),
    entPhysicalClass: number(5),
    entPhysicalParentRelPos: number(6),
    entPhysicalName: words(7),
    entPhysicalSerialNum: words(11),
    entPhysicalModelName: words(13),
    entPhysicalIsFRU: number(16),
  },
  rows: { max: 65 },
});

/** entPhysicalClass (RFC 6933). */
const [CHASSIS, PORT] = [3, 10];

/** The chassis is the first entity, port n the one numbered 1 + n. */
function entityRows({ hardware, datapath }: DeviceContext): readonly Values[] {
  const chassis = {
    entPhysicalIndex: 1,
    entPhysicalDescr: `${hardware.modelName} managed switch`,
    entPhysicalContainedIn: 0,
    entPhysicalClass: CHASSIS,
    entPhysicalParentRelPos: -1,
    entPhysicalName: hardware.modelName,
    entPhysicalSerialNum: hardware.baseMacAddress.replaceAll('-', ''),
    entPhysicalModelName: hardware.modelName,
    entPhysicalIsFRU: TRUE,
  };
  const ports = datapath.facts.ports.map(({ number: port, name }) => ({
    entPhysicalIndex: 1 + port,
    entPhysicalDescr: `Port ${port}`,
    entPhysicalContainedIn: 1,
    entPhysicalClass: PORT,
    entPhysicalParentRelPos: port,
    entPhysicalName: name,
    entPhysicalSerialNum: '',
    entPhysicalModelName: '',
    entPhysicalIsFRU: FALSE,
  }));
  return [chassis, ...ports];
}

/** The objects that no page shows, and those that SNMP shows otherwise. */
export function standardObjects(figures: AgentFigures): readonly StandardObject[] {
  return [
    { object: systemMore, rows: () => [{ sysServices: SERVICES, sysORLastChange: 0 }] },
    { object: ifNumber, rows: ({ hardware }) => [{ ifNumber: hardware.portCount }] },
    { object: interfaceEntry, rows: (context) => interfaceRows(context, figures) },
    { object: ifXEntry, rows: trafficRows },
    { object: dot3StatsEntry, rows: errorRows },
    {
      object: dot3Index,
      rows: ({ hardware }) => [...hardware.ports.keys()].map((dot3StatsIndex) => ({ dot3StatsIndex })),
    },
    { object: ipAddrEntry, rows: ipv4Rows },
    {
      object: dot1dBase,
      rows: ({ hardware }) => [
        // Transparent only.
        {
          dot1dBaseBridgeAddress: hardware.baseMacAddress,
          dot1dBaseNumPorts: hardware.portCount,
          dot1dBaseType: 2,
        },
      ],
    },
    {
      object: dot1dBasePortEntry,
      rows: ({ hardware }) =>
        [...hardware.ports.keys()].map((port) => ({
          dot1dBasePort: port,
          dot1dBasePortIfIndex: port,
          dot1dBasePortCircuit: '',
          dot1dBasePortDelayExceededDiscards: '0',
          dot1dBasePortMtuExceededDiscards: '0',
        })),
    },
    { object: dot1dTpFdbEntry, rows: addressRows },
    { object: snmpGroup, rows: () => [snmpFigures(figures)] },
    { object: entPhysicalEntry, rows: entityRows },
  ];
}
