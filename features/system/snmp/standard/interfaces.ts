import type { PortCounters, PortState } from '../../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../../device/feature.ts';
import { theDevice } from '../../../../device/management.ts';
import { Refusal } from '../../../../device/refusal.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { group, type RowOf, table } from '../../../../model/schema/object.ts';
import { timeTicks, unsigned32 } from '../../../../model/smi/syntax.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { portsOf } from '../../../../model/values/port-list.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { ErrorStatus } from '../../../../protocols/snmp/pdu.ts';
import { configuredTrunks } from '../../../bridge-ports.ts';
import { ifEntry, portCtrlEntry } from '../../../network/physical-interface/objects.ts';
import { duplexStatus, errorCounts, trafficCounts } from '../../../port-counts.ts';
import { ipv4InterfaceEntry } from '../../l3-feature/objects.ts';
import { dot3StatsEntry, ifXEntry } from '../../statistics/objects.ts';
import type { AgentFigures, SetRefusal, SetRow, SetSteps, StandardObject } from '../standard-object.ts';
import { counter, FALSE, number, physAddress, TRUE, UNSEEN, words } from './columns.ts';
import { type PortReading, PortReadings } from './port-readings.ts';

const ifNumber = group('if', { title: UNSEEN, oid: '1.3.6.1.2.1.2', fields: { ifNumber: number(1) } });

/** Columns of RFC 2863 for an interface beside those that the pages set and show. */
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
    ifLinkUpDownTrapEnable: number('1.3.6.1.2.1.31.1.1.1.14'),
    ifPromiscuousMode: number('1.3.6.1.2.1.31.1.1.1.16'),
    ifConnectorPresent: number('1.3.6.1.2.1.31.1.1.1.17'),
    ifAlias: text({ label: 'Description', maxLength: 64, mib: { column: '1.3.6.1.2.1.31.1.1.1.18' } }),
    ifCounterDiscontinuityTime: number('1.3.6.1.2.1.31.1.1.1.19', timeTicks),
  },
  rows: { max: 64 },
});

/** ifType (RFC 2863, IANAifType-MIB): ethernetCsmacd, ieee8023adLag, l3ipvlan. */
const [ETHERNET, AGGREGATION, VLAN_INTERFACE] = [6, 161, 136];

/** ifAdminStatus and ifOperStatus. */
const [UP, DOWN] = [1, 2];

/** The longest frame's payload that RFC 2863 counts. */
const MTU = 1500;

/** An interface: a port, a trunk of some, or the switch's own in a VLAN, which counts nothing. */
interface Interface {
  readonly ifIndex: number;
  readonly name: string;
  readonly description: string;
  readonly type: number;
  readonly isUp: boolean;
  /** Megabits per second. */
  readonly speed: number;
  readonly hasConnector: boolean;
  readonly lastChange: number;
  readonly count: ((name: keyof PortCounters) => string) | undefined;
  readonly alias: string;
}

const isUp = (state: PortState | undefined) => state?.link === 'up';

/** Sources of interfaces. */
interface Sources {
  readonly context: DeviceContext;
  readonly reading: PortReading;
  readonly figures: AgentFigures;
}

function countOf({ reading }: Sources, ports: readonly number[]) {
  return (name: keyof PortCounters) =>
    String(ports.reduce((sum, port) => sum + (reading.counters.get(port)?.[name] ?? 0n), 0n));
}

function portInterface(sources: Sources, port: number): Interface {
  const { context, reading, figures } = sources;
  const state = reading.states.get(port);
  return {
    ifIndex: port,
    name: context.datapath.facts.ports.find(({ number: one }) => one === port)?.name ?? String(port),
    description: `Port ${port}`,
    type: ETHERNET,
    isUp: isUp(state),
    speed: state?.speed ?? 0,
    hasConnector: true,
    lastChange: figures.lastChange(port),
    count: countOf(sources, [port]),
    alias: context.configuration().row(portCtrlEntry, { ifIndex: port })?.ifAlias ?? '',
  };
}

type Trunk = ReturnType<typeof configuredTrunks>[number];

function trunkInterface(sources: Sources, { number: ifIndex, members }: Trunk): Interface {
  const { states } = sources.reading;
  const up = portsOf(members).filter((port) => isUp(states.get(port)));
  return {
    ifIndex,
    name: interfaceName(ifIndex),
    description: interfaceName(ifIndex),
    type: AGGREGATION,
    isUp: up.length > 0,
    speed: up.reduce((sum, port) => sum + (states.get(port)?.speed ?? 0), 0),
    hasConnector: false,
    lastChange: Math.max(...portsOf(members).map((port) => sources.figures.lastChange(port))),
    count: countOf(sources, portsOf(members)),
    alias: '',
  };
}

function ownInterface({
  ipv4InterfaceIfIndex: ifIndex,
  ipv4InterfaceEnableStatus: state,
  ifAlias: alias,
}: RowOf<typeof ipv4InterfaceEntry>): Interface {
  return {
    ifIndex,
    name: interfaceName(ifIndex),
    description: interfaceName(ifIndex),
    type: VLAN_INTERFACE,
    isUp: state === UP,
    speed: 0,
    hasConnector: false,
    lastChange: 0,
    count: undefined,
    alias,
  };
}

function interfacesOf(sources: Sources): Interface[] {
  const { context } = sources;
  const configuration = context.configuration();
  return [
    ...[...context.hardware.ports.keys()].map((port) => portInterface(sources, port)),
    ...configuredTrunks(configuration).map((trunk) => trunkInterface(sources, trunk)),
    ...configuration.rows(ipv4InterfaceEntry).map(ownInterface),
  ];
}

/** One of them, without making the others. */
function interfaceAt(sources: Sources, ifIndex: unknown): Interface | undefined {
  const { context } = sources;
  if (typeof ifIndex === 'number' && context.hardware.ports.has(ifIndex)) return portInterface(sources, ifIndex);
  const configuration = context.configuration();
  const trunk = configuredTrunks(configuration).find(({ number: one }) => one === ifIndex);
  if (trunk) return trunkInterface(sources, trunk);
  const own = configuration.rows(ipv4InterfaceEntry).find(({ ipv4InterfaceIfIndex: one }) => one === ifIndex);
  return own && ownInterface(own);
}

function interfaceRow({ hardware }: DeviceContext, one: Interface): Values {
  const { count } = one;
  return {
    ifIndex: one.ifIndex,
    ifDescr: one.description,
    ifType: one.type,
    ifMtu: MTU,
    // RFC 2863: the largest number means anything faster; ifHighSpeed has the speed.
    ifSpeed: Math.min(one.speed * 1_000_000, 2 ** 32 - 1),
    ifPhysAddress: hardware.baseMacAddress,
    ifLastChange: one.lastChange,
    ifName: one.name,
    // Ports send notifications; enabled(1), disabled(2).
    ifLinkUpDownTrapEnable: one.hasConnector ? 1 : 2,
    ifPromiscuousMode: FALSE,
    ifConnectorPresent: one.hasConnector ? TRUE : FALSE,
    ifAlias: one.alias,
    ifCounterDiscontinuityTime: 0,
    ...(count && {
      ifInOctets: count('inOctets'),
      ifInUcastPkts: count('inUnicast'),
      ifInUnknownProtos: '0',
      ifOutOctets: count('outOctets'),
      ifOutUcastPkts: count('outUnicast'),
      ifInMulticastPkts: count('inMulticast'),
      ifInBroadcastPkts: count('inBroadcast'),
      ifOutMulticastPkts: count('outMulticast'),
      ifOutBroadcastPkts: count('outBroadcast'),
    }),
  };
}

/** The description of a port, or of the switch's own interface; a trunk has none. */
function setAlias({ hardware, configuration }: DeviceContext, { index, values }: SetRow): SetSteps | SetRefusal {
  const ifIndex = Number(index.ifIndex);
  const row = configuration().row(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: ifIndex });
  if (!row && !hardware.ports.has(ifIndex)) return { refused: ErrorStatus.noCreation };
  const object = row ? ipv4InterfaceEntry : portCtrlEntry;
  const reading = object.fields.ifAlias.read(values.ifAlias);
  if (!reading.ok) throw new Refusal(reading.code, reading.message);
  const named: Values = row ? { ipv4InterfaceIfIndex: ifIndex } : { ifIndex };
  return { requests: [{ kind: 'set', object, values: { ...named, ifAlias: reading.value } }] };
}

/** The states of ports as their page sets and shows them: of one, or of all. */
async function portStateRows(context: DeviceContext, index: Values): Promise<readonly Values[]> {
  const ports = await context.management.read(ifEntry, index, theDevice);
  return isRows(ports) ? ports : [ports];
}

/** The state of a trunk, or of the switch's own interface. */
function stateRow({ ifIndex, type, isUp: up }: Interface): Values {
  return { ifIndex, ifAdminStatus: type === AGGREGATION || up ? UP : DOWN, ifOperStatus: up ? UP : DOWN };
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/** The counters of the traffic page as they are, never since a clearing (RFC 2863 3.1.5). */
function trafficRow({ ifIndex, speed, count }: Interface): Values {
  return { ifIndex, ifHighSpeed: speed, ...(count && trafficCounts(count)) };
}

/** The same for the errors page; values that the host does not provide are omitted. */
function errorRow({ datapath }: DeviceContext, { ifIndex, count }: Interface, { states }: PortReading): Values {
  const { uncounted } = datapath.facts;
  return {
    dot3StatsIndex: ifIndex,
    ...(count && errorCounts((name) => (uncounted.has(name) ? '' : count(name)))),
    dot3StatsDuplexStatus: duplexStatus[states.get(ifIndex)?.duplex ?? 'unknown'],
  };
}

/** rateControlOff (RFC 3635). */
const RATE_CONTROL_OFF = 1;

const dot3Index = table('dot3Index', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.10.7.2.1',
  index: { dot3StatsIndex: number(1) },
  columns: {
    dot3StatsSQETestErrors: counter(6),
    dot3StatsFrameTooLongs: counter(13),
    dot3StatsRateControlAbility: number(20),
    dot3StatsRateControlStatus: number(21),
  },
  rows: { max: 64 },
});

/** The interfaces, as RFC 2863 and RFC 3635 have them. */
export function interfaceObjects(figures: AgentFigures): readonly StandardObject[] {
  const readings = new PortReadings();
  const sources = async (context: DeviceContext) => ({ context, reading: await readings.read(context), figures });
  const all = async (context: DeviceContext) => interfacesOf(await sources(context));
  const one = async (context: DeviceContext, { ifIndex }: Values) => interfaceAt(await sources(context), ifIndex);
  return [
    { object: ifNumber, rows: async (context) => [{ ifNumber: (await all(context)).length }] },
    {
      object: interfaceEntry,
      rows: async (context) => (await all(context)).map((each) => interfaceRow(context, each)),
      async row(context, index) {
        const found = await one(context, index);
        return found && interfaceRow(context, found);
      },
      set: setAlias,
    },
    {
      object: ifEntry,
      rows: async (context) => [
        ...(await portStateRows(context, {})),
        ...(await all(context)).filter(({ type }) => type !== ETHERNET).map(stateRow),
      ],
      async row(context, index) {
        const found = await one(context, index);
        return found?.type === ETHERNET ? (await portStateRows(context, index))[0] : found && stateRow(found);
      },
    },
    {
      object: ifXEntry,
      rows: async (context) => (await all(context)).map(trafficRow),
      async row(context, index) {
        const found = await one(context, index);
        return found && trafficRow(found);
      },
    },
    {
      object: dot3StatsEntry,
      rows: async (context) => {
        const { reading, ...rest } = await sources(context);
        const physical = interfacesOf({ reading, ...rest }).filter(({ type }) => type === ETHERNET);
        return physical.map((each) => errorRow(context, each, reading));
      },
    },
    {
      object: dot3Index,
      rows: async ({ hardware, datapath }) => {
        const counters = await datapath.portCounters();
        const isCounted = !datapath.facts.uncounted.has('oversize');
        return [...hardware.ports.keys()].map((dot3StatsIndex) => ({
          dot3StatsIndex,
          // A test of transceivers outside of the device, which there are none of.
          dot3StatsSQETestErrors: '0',
          dot3StatsFrameTooLongs: isCounted ? String(counters.get(dot3StatsIndex)?.oversize ?? 0n) : '',
          // No port stretches the gaps between frames (RFC 3635).
          dot3StatsRateControlAbility: FALSE,
          dot3StatsRateControlStatus: RATE_CONTROL_OFF,
        }));
      },
    },
  ];
}
