import type { DeviceContext, LiveRowOf } from '../../device/feature.ts';
import type { Values } from '../../model/wire/call.ts';
import type { CounterHistory, Sample } from '../counter-history.ts';
import { portSampler } from '../port-sampling.ts';
import type { portTrafficEntry, trafficEntry } from './objects.ts';

/** The rows of `trafficEntry`, oldest first. */
export function trafficRows(context: DeviceContext): LiveRowOf<typeof trafficEntry>[] {
  const history = context.slots.get(portSampler)?.history;
  if (!history) return [];
  const ports = [...context.hardware.ports.keys()].map((port) => ratesOf(history, port));
  return history.samples.map((sample, at) =>
    rowOf(context, sample, sumOf(ports.map(({ received }) => received[at])), sumOf(ports.map(({ sent }) => sent[at]))),
  );
}

/** The rows of `portTrafficEntry`: by port, oldest first. A port whose counters were reset in an interval has no row for it. */
export function portTrafficRows(context: DeviceContext, { ifIndex }: Values): LiveRowOf<typeof portTrafficEntry>[] {
  const history = context.slots.get(portSampler)?.history;
  if (!history) return [];
  const asked = ifIndex === undefined ? [...context.hardware.ports.keys()] : [Number(ifIndex)];
  return asked.flatMap((port) => {
    const { received, sent } = ratesOf(history, port);
    return history.samples.flatMap((sample, at) => {
      const [receivedHere = 0, sentHere = 0] = [received[at], sent[at]];
      if (Number.isNaN(receivedHere) || Number.isNaN(sentHere)) return [];
      return [{ ifIndex: port, ...rowOf(context, sample, receivedHere, sentHere) }];
    });
  });
}

/** Octets a second of each sample; NaN where the port was reset. */
function ratesOf(history: CounterHistory, port: number) {
  return { received: history.growth(port, 'inOctets'), sent: history.growth(port, 'outOctets') };
}

function sumOf(rates: readonly (number | undefined)[]): number {
  return rates.reduce((sum: number, rate = 0) => (Number.isNaN(rate) ? sum : sum + rate), 0);
}

/** @param received octets a second, as is `sent`. */
function rowOf(
  { clock }: DeviceContext,
  { sequence, at }: Sample,
  received: number,
  sent: number,
): LiveRowOf<typeof trafficEntry> {
  return {
    trafficIndex: sequence,
    trafficAge: Math.round((clock.now() - at) / 100) / 10,
    trafficInRate: Math.round(received * 8),
    trafficOutRate: Math.round(sent * 8),
  };
}
