import type { DeviceContext, LiveRowOf } from '../../../device/feature.ts';
import { countedColumns } from '../../port-counts.ts';
import { portSampler } from '../../port-sampling.ts';
import type { portSampleEntry } from './objects.ts';

/**
 * The rows of `portSampleEntry`. An unchanged counter has none, except for the first one, which says that there are
 * samples.
 */
export function portSampleRows(
  { slots, clock, hardware }: DeviceContext,
  { ifIndex, portSampleFigure }: LiveRowOf<typeof portSampleEntry>,
): LiveRowOf<typeof portSampleEntry>[] {
  const history = slots.get(portSampler)?.history;
  const last = history?.samples.at(-1);
  if (!history || !last) return [];
  const portSampleAge = Math.round((clock.now() - last.at) / 100) / 10;
  const asked = ifIndex === undefined ? [...hardware.ports.keys()] : [Number(ifIndex)];
  return asked.flatMap((port) => {
    const moved = new Set<string>([...history.moved(port), 'inOctets']);
    return countedColumns
      .filter(([figure, name]) => moved.has(name) && (portSampleFigure ?? figure) === figure)
      .map(([figure, name]) => ({
        ifIndex: port,
        portSampleFigure: figure,
        portSampleAge,
        portSampleGrowth: history.growth(port, name).map(inWords).join(','),
      }));
  });
}

function inWords(growth: number): string {
  return Number.isNaN(growth) ? '' : String(Math.round(growth * 100) / 100);
}
