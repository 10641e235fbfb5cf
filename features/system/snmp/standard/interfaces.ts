import type { PortCounters } from '../../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../../device/feature.ts';
import { timeTicks, unsigned32 } from '../../../../model/mib/syntax.ts';
import { group, table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { duplexStatus, errorCounts, trafficCounts } from '../../../port-counts.ts';
import { dot3StatsEntry, ifXEntry } from '../../statistics/objects.ts';
import type { AgentFigures, StandardObject } from '../standard-object.ts';
import { counter, FALSE, number, physAddress, TRUE, UNSEEN, words } from './columns.ts';

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

/** ifType (RFC 2863). */
const ETHERNET = 6;

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
      ...trafficCounts(count),
      ifHighSpeed: states.get(ifIndex)?.speed ?? 0,
    };
  });
}

/** The same of the page of errors. */
async function errorRows({ datapath, hardware }: DeviceContext): Promise<readonly Values[]> {
  const [states, counters] = await Promise.all([datapath.portStates(), datapath.portCounters()]);
  return [...hardware.ports.keys()].map((dot3StatsIndex) => {
    const count = (name: keyof PortCounters) => String(counters.get(dot3StatsIndex)?.[name] ?? 0n);
    return {
      dot3StatsIndex,
      ...errorCounts(count),
      dot3StatsDuplexStatus: duplexStatus[states.get(dot3StatsIndex)?.duplex ?? 'unknown'],
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

/** The interfaces, as RFC 2863 and RFC 3635 have them. */
export function interfaceObjects(figures: AgentFigures): readonly StandardObject[] {
  return [
    { object: ifNumber, rows: ({ hardware }) => [{ ifNumber: hardware.portCount }] },
    { object: interfaceEntry, rows: (context) => interfaceRows(context, figures) },
    { object: ifXEntry, rows: trafficRows },
    { object: dot3StatsEntry, rows: errorRows },
    {
      object: dot3Index,
      rows: ({ hardware }) => [...hardware.ports.keys()].map((dot3StatsIndex) => ({ dot3StatsIndex })),
    },
  ];
}
