import type { PortCounters, PortState, RateDrops } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { counter, gauge, type Metric, type Sample } from '../../../device/metrics/metric.ts';
import { portCtrlEntry } from '../../network/physical-interface/objects.ts';

/** The ports at one moment. */
export interface PortReadings {
  readonly states: ReadonlyMap<number, PortState>;
  readonly counters: ReadonlyMap<number, PortCounters>;
  readonly limits: ReadonlyMap<number, RateDrops>;
}

/** Octets of a second at a megabit per second. */
const MEGABIT = 125_000;

type Figure = keyof PortCounters;

const receivedPackets: readonly (readonly [Figure, string])[] = [
  ['inUnicast', 'unicast'],
  ['inMulticast', 'multicast'],
  ['inBroadcast', 'broadcast'],
];

const sentPackets: readonly (readonly [Figure, string])[] = [
  ['outUnicast', 'unicast'],
  ['outMulticast', 'multicast'],
  ['outBroadcast', 'broadcast'],
];

/** Errors by their kind (EtherLike-MIB, RMON-MIB). */
const errors: readonly (readonly [Figure, string])[] = [
  ['fcsErrors', 'fcs'],
  ['alignmentErrors', 'alignment'],
  ['undersize', 'undersize'],
  ['oversize', 'oversize'],
  ['fragments', 'fragment'],
  ['jabbers', 'jabber'],
  ['symbolErrors', 'symbol'],
  ['internalMacReceiveErrors', 'internal_mac_receive'],
  ['internalMacTransmitErrors', 'internal_mac_transmit'],
  ['singleCollisions', 'single_collision'],
  ['multipleCollisions', 'multiple_collision'],
  ['lateCollisions', 'late_collision'],
  ['excessiveCollisions', 'excessive_collision'],
  ['carrierSenseErrors', 'carrier_sense'],
];

const limitNames: readonly (readonly [keyof RateDrops, string])[] = [
  ['ingressKilobits', 'ingress_rate'],
  ['broadcasts', 'broadcast_storm'],
  ['multicasts', 'multicast_storm'],
  ['unknownUnicasts', 'unknown_unicast_storm'],
];

/** Link, speed, traffic, errors and drops of each physical port. */
export function portMetrics(context: DeviceContext, { states, counters, limits }: PortReadings): readonly Metric[] {
  const { facts } = context.datapath;
  const ports = [...counters];
  const links = [...states.values()];
  const known = (names: readonly (readonly [Figure, string])[]) => names.filter(([name]) => !facts.uncounted.has(name));
  const of = (name: Figure): readonly Sample[] =>
    facts.uncounted.has(name) ? [] : ports.map(([port, counts]) => ({ labels: { port }, value: counts[name] }));
  const by = (label: string, names: readonly (readonly [Figure, string])[]): readonly Sample[] => {
    const counted = known(names);
    return ports.flatMap(([port, counts]) =>
      counted.map(([name, word]) => ({ labels: { port, [label]: word }, value: counts[name] })),
    );
  };
  return [
    gauge('port_info', 'Name, medium and description of the port.', infoOf(context)),
    gauge('port_enabled', 'Whether the port is enabled.', enabledOf(context)),
    gauge(
      'port_up',
      'Whether the port has a link.',
      links.map(({ port, link }) => ({ labels: { port }, value: link === 'up' ? 1 : 0 })),
    ),
    gauge(
      'port_speed_bytes',
      'Speed of the link in bytes per second; 0 without a link.',
      links.map(({ port, speed }) => ({ labels: { port }, value: speed * MEGABIT })),
    ),
    gauge(
      'port_full_duplex',
      'Whether the link is full duplex.',
      links.map(({ port, duplex }) => ({ labels: { port }, value: duplex === 'full' ? 1 : 0 })),
    ),
    counter('port_receive_bytes_total', 'Octets received, check sequences included.', of('inOctets')),
    counter('port_transmit_bytes_total', 'Octets sent, check sequences included.', of('outOctets')),
    counter('port_receive_packets_total', 'Frames received.', by('cast', receivedPackets)),
    counter('port_transmit_packets_total', 'Frames to be sent.', by('cast', sentPackets)),
    counter('port_receive_discards_total', 'Frames received and discarded without an error.', of('inDiscards')),
    counter('port_transmit_discards_total', 'Frames discarded instead of being sent.', of('outDiscards')),
    counter('port_receive_errors_total', 'Frames received with an error.', of('inErrors')),
    counter('port_transmit_errors_total', 'Frames not sent because of an error.', of('outErrors')),
    counter('port_errors_total', 'Errors by type (EtherLike-MIB, RMON-MIB).', by('type', errors)),
    counter(
      'port_limit_drops_total',
      'Frames dropped by rate limits and storm control.',
      [...limits].flatMap(([port, drops]) =>
        limitNames.map(([name, word]) => ({ labels: { port, limit: word }, value: drops[name] })),
      ),
    ),
  ];
}

function infoOf({ datapath, configuration }: DeviceContext): readonly Sample[] {
  const aliases = new Map(
    configuration()
      .rows(portCtrlEntry)
      .map(({ ifIndex, ifAlias }) => [ifIndex, ifAlias]),
  );
  return datapath.facts.ports.map(({ number: port, name, media }) => ({
    labels: { port, name, media, alias: aliases.get(port) ?? '' },
    value: 1,
  }));
}

function enabledOf({ forwarding }: DeviceContext): readonly Sample[] {
  return [...forwarding().plan.ports].map(([port, { admin }]) => ({ labels: { port }, value: admin ? 1 : 0 }));
}
