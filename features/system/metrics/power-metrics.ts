import type { Environment, PowerCounters } from '../../../datapath/datapath.ts';
import { counter, gauge, type Metric, only } from '../../../device/metrics/metric.ts';
import { drawn } from '../../power-used.ts';

const faults: readonly (readonly [keyof PowerCounters, string])[] = [
  ['absent', 'absent'],
  ['invalidSignature', 'invalid_signature'],
  ['denied', 'denied'],
  ['overload', 'overload'],
  ['short', 'short'],
];

/** Temperature, fans and Power over Ethernet; nothing of what the hardware does not have. */
export function powerMetrics({ temperature, fans = [], power }: Environment): readonly Metric[] {
  const ports = [...(power?.ports ?? [])];
  return [
    gauge('temperature_celsius', 'Temperature in the chassis.', only(temperature)),
    gauge(
      'fan_up',
      'Whether the fan turns.',
      fans.map((state, at) => ({ labels: { fan: at + 1 }, value: state === 'up' ? 1 : 0 })),
    ),
    gauge('poe_budget_watts', 'Power that the supply can give to devices.', only(power && power.budget / 1000)),
    gauge('poe_power_watts', 'Power drawn by all devices.', only(power && drawn(power) / 1000)),
    gauge(
      'port_poe_power_watts',
      'Power drawn at the port.',
      ports.map(([port, { milliwatts }]) => ({ labels: { port }, value: milliwatts / 1000 })),
    ),
    gauge(
      'port_poe_delivering',
      'Whether the port powers a device.',
      ports.map(([port, { detection }]) => ({ labels: { port }, value: detection === 'deliveringPower' ? 1 : 0 })),
    ),
    counter(
      'port_poe_events_total',
      'Events of the port that are counted by RFC 3621.',
      ports.flatMap(([port, { counters }]) =>
        faults.map(([name, event]) => ({ labels: { port, event }, value: counters[name] })),
      ),
    ),
  ];
}
