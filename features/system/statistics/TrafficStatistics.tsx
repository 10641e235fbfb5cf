import type { ColumnChoice } from '../../../console/table/column.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { ticksInWords } from '../../../model/values/ticks.ts';
import { Count } from '../Count.tsx';
import { type Figure, figuresOf } from './figures.ts';
import { megabitsText } from './measure-text.ts';
import { ifXEntry } from './objects.ts';
import { StatisticsPage } from './StatisticsPage.tsx';

const rate: Figure = { key: 'rate', columns: ['inRate', 'outRate'], label: 'Rate in and out', unit: 'bit/s' };
const load: Figure = { key: 'load', columns: ['inUtil', 'outUtil'], label: 'Load in and out', unit: '%' };
const figures: readonly [Figure, ...Figure[]] = [rate, load, ...figuresOf(ifXEntry)];

type Counter =
  | `ifHC${'In' | 'Out'}${'Octets' | 'UcastPkts' | 'MulticastPkts' | 'BroadcastPkts'}`
  | `if${'In' | 'Out'}Discards`;

const counter = (name: Counter): ColumnChoice<typeof ifXEntry> => ({
  name,
  text: (row) => row[name],
  draw: (row) => <Count value={row[name]} />,
});

/** System > Statistics > Traffic: packets and octets of each port (docs/specification/system.md). */
export default function TrafficStatistics() {
  const t = useText();
  return (
    <StatisticsPage
      object={ifXEntry}
      index="ifIndex"
      figures={figures}
      speedOf={(row) => row.ifHighSpeed}
      presets={[
        {
          title: 'Rate and load',
          columns: [
            {
              key: 'inRate',
              title: 'In rate',
              unit: 'Mbit/s',
              right: true,
              text: (row) => megabitsText(row.inRate),
              compare: (a, b) => a.inRate - b.inRate,
            },
            {
              key: 'outRate',
              title: 'Out rate',
              unit: 'Mbit/s',
              right: true,
              text: (row) => megabitsText(row.outRate),
              compare: (a, b) => a.outRate - b.outRate,
            },
            'inUtil',
            'outUtil',
          ],
        },
        {
          title: 'Octets and packets',
          columns: [
            counter('ifHCInOctets'),
            counter('ifHCOutOctets'),
            counter('ifHCInUcastPkts'),
            counter('ifHCOutUcastPkts'),
            counter('ifHCInMulticastPkts'),
            counter('ifHCOutMulticastPkts'),
            counter('ifHCInBroadcastPkts'),
            counter('ifHCOutBroadcastPkts'),
          ],
        },
        {
          title: 'Discards',
          columns: [
            counter('ifInDiscards'),
            counter('ifOutDiscards'),
            {
              name: 'ifCounterDiscontinuityTime',
              text: (row) =>
                row.ifCounterDiscontinuityTime === 0
                  ? t('start')
                  : t('{{time}} after the start', { time: ticksInWords(row.ifCounterDiscontinuityTime) }),
            },
          ],
        },
      ]}
    />
  );
}
