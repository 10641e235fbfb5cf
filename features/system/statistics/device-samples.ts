import type { DeviceContext, LiveRowOf } from '../../../device/feature.ts';
import type { CounterHistory } from '../../counter-history.ts';
import { countedColumns } from '../../port-counts.ts';
import { portSampler } from '../../port-sampling.ts';
import type { portDayEntry, portSampleEntry } from './objects.ts';

/** One counter of a port in a history. */
interface CounterRow {
  readonly port: number;
  readonly figure: string;
  /** Seconds since the last sample. */
  readonly age: number;
  readonly growth: string;
}

/** The rows of `portSampleEntry`. */
export function portSampleRows(
  context: DeviceContext,
  { ifIndex, portSampleFigure }: LiveRowOf<typeof portSampleEntry>,
): LiveRowOf<typeof portSampleEntry>[] {
  const history = context.slots.get(portSampler)?.history;
  return counterRows(context, history, ifIndex, portSampleFigure).map(({ port, figure, age, growth }) => ({
    ifIndex: port,
    portSampleFigure: figure,
    portSampleAge: age,
    portSampleGrowth: growth,
  }));
}

/** The rows of `portDayEntry`. */
export function portDayRows(
  context: DeviceContext,
  { ifIndex, portDayFigure }: LiveRowOf<typeof portDayEntry>,
): LiveRowOf<typeof portDayEntry>[] {
  const history = context.slots.get(portSampler)?.day;
  return counterRows(context, history, ifIndex, portDayFigure).map(({ port, figure, age, growth }) => ({
    ifIndex: port,
    portDayFigure: figure,
    portDayAge: age,
    portDayGrowth: growth,
  }));
}

/**
 * The counters of a history, of all ports and figures where none is asked for. An unchanged counter has none, except for the first
 * one, which says that there are samples.
 */
function counterRows(
  { clock, hardware }: DeviceContext,
  history: CounterHistory | undefined,
  ifIndex: number | undefined,
  asked: string | undefined,
): readonly CounterRow[] {
  const last = history?.samples.at(-1);
  if (!history || !last) return [];
  const age = Math.round((clock.now() - last.at) / 100) / 10;
  const ports = ifIndex === undefined ? [...hardware.ports.keys()] : [Number(ifIndex)];
  return ports.flatMap((port) => {
    const moved = new Set<string>([...history.moved(port), 'inOctets']);
    return countedColumns
      .filter(([figure, name]) => moved.has(name) && (asked ?? figure) === figure)
      .map(([figure, name]) => ({ port, figure, age, growth: history.growth(port, name).map(inWords).join(',') }));
  });
}

function inWords(growth: number): string {
  return Number.isNaN(growth) ? '' : String(Math.round(growth * 100) / 100);
}
