import { useRows } from '../../../console/call/use-reads.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { ticksInWords } from '../../../model/values/ticks.ts';
import { growthOf } from '../../port-samples.ts';
import { Count } from '../Count.tsx';
import { type Figure, figuresOf } from './figures.ts';
import { dot3StatsEntry, portSampleEntry } from './objects.ts';
import { StatisticsPage } from './StatisticsPage.tsx';

const sums: Figure = {
  key: 'sums',
  columns: ['ifInErrors', 'ifOutErrors'],
  label: 'Errors in and out (sum)',
  unit: '/s',
};
const figures: readonly [Figure, ...Figure[]] = [sums, ...figuresOf(dot3StatsEntry)];

type Row = RowOf<typeof dot3StatsEntry>;

const HALF_DUPLEX = 2;

/** Errors that occur only on half duplex links (IEEE 802.3 clause 4). */
const collisions = [
  'dot3StatsSingleCollisionFrames',
  'dot3StatsMultipleCollisionFrames',
  'dot3StatsLateCollisions',
  'dot3StatsExcessiveCollisions',
  'dot3StatsDeferredTransmissions',
  'dot3StatsCarrierSenseErrors',
] as const;

const faults = [
  'dot3StatsAlignmentErrors',
  'etherStatsUndersizePkts',
  'etherStatsOversizePkts',
  'etherStatsFragments',
  'etherStatsJabbers',
  'dot3StatsSymbolErrors',
  'dot3StatsInternalMacReceiveErrors',
  'dot3StatsInternalMacTransmitErrors',
] as const;

const counter = (
  name: (typeof faults)[number] | 'ifInErrors' | 'ifOutErrors',
): ColumnChoice<typeof dot3StatsEntry> => ({
  name,
  text: (row) => row[name],
  draw: (row) => <Count value={row[name]} />,
});

/** Blank on full duplex links, where it cannot happen. */
const collision = (name: (typeof collisions)[number]): ColumnChoice<typeof dot3StatsEntry> => ({
  name,
  text: (row) => (row.dot3StatsDuplexStatus === HALF_DUPLEX ? row[name] : ''),
  draw: (row) => (row.dot3StatsDuplexStatus === HALF_DUPLEX ? <Count value={row[name]} /> : ''),
});

/** The ports whose CRC errors grew in the last minutes. */
function useGrowing(): ReadonlySet<number> {
  const { data = [] } = useRows(portSampleEntry, { portSampleFigure: 'dot3StatsFCSErrors' }, { poll: 5000 });
  const grew = data.filter((row) => growthOf(row.portSampleGrowth).some((growth) => growth !== null && growth > 0));
  return new Set(grew.map(({ ifIndex }) => ifIndex));
}

/** System > Statistics > Error: receive and transmit errors of each port (docs/specification/system.md). */
export default function ErrorStatistics() {
  const t = useText();
  return (
    <StatisticsPage
      object={dot3StatsEntry}
      index="dot3StatsIndex"
      figures={figures}
      presets={[
        {
          title: 'Sums',
          columns: [
            {
              name: 'dot3StatsFCSErrors',
              text: (row) => row.dot3StatsFCSErrors,
              draw: (row) => <CrcCell row={row} />,
            },
            counter('ifInErrors'),
            counter('ifOutErrors'),
            'dot3StatsDuplexStatus',
            {
              name: 'ifCounterDiscontinuityTime',
              text: (row) =>
                row.ifCounterDiscontinuityTime === 0
                  ? t('start')
                  : t('{{time}} after the start', { time: ticksInWords(row.ifCounterDiscontinuityTime) }),
            },
          ],
        },
        { title: 'Faulty frames', columns: faults.map(counter) },
        { title: 'Collisions', columns: collisions.map(collision) },
      ]}
    />
  );
}

function CrcCell({ row }: { row: Row }) {
  const t = useText();
  if (!useGrowing().has(row.dot3StatsIndex)) return <Count value={row.dot3StatsFCSErrors} />;
  return (
    <Tag tone="bad" title={t('Growing: check cable and connectors of this port.')}>
      <Count value={row.dot3StatsFCSErrors} /> {t('growing')}
    </Tag>
  );
}
