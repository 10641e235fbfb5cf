import { useId, useState } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import controls from '../../../console/controls/controls.module.css';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { HeadingChoice } from '../../../console/table/HeadingChoice.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf, TableObject } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { PortHostNames } from '../../PortHostNames.tsx';
import type { Figure } from './figures.ts';
import { statisticsCtrl } from './objects.ts';
import { StatisticsChart } from './StatisticsChart.tsx';
import styles from './statistics.module.css';

/** Seconds between two reads; 0 is off. */
const intervals = [0, 5, 10, 30] as const;

/** Columns under a name; a source text. */
interface ColumnPreset<T extends TableObject> {
  readonly title: string;
  readonly columns: readonly ColumnChoice<T>[];
}

interface StatisticsPageProps<T extends TableObject> {
  readonly object: T;
  /** The index column: the port number. */
  readonly index: string;
  /** Columns that are viewed together, one choice of which is next to the port; the first one by default. */
  readonly presets: readonly [ColumnPreset<T>, ...ColumnPreset<T>[]];
  readonly figures: readonly [Figure, ...Figure[]];
  /** The speed of a port's link in Mbit/s, where a figure is worked out of it. */
  readonly speedOf?: (row: RowOf<T>) => number;
}

/** Counters of every port: a table, a chart of one port or of several, clearing and automatic refresh. */
export function StatisticsPage<T extends TableObject>(props: StatisticsPageProps<T>) {
  const { object, index, figures, presets, speedOf = () => 0 } = props;
  const [chosen, choose] = useState(presets[0].title);
  const all = { title: 'All', columns: presets.flatMap(({ columns }) => columns) };
  const shown = [...presets, all].find(({ title }) => title === chosen) ?? presets[0];
  const t = useText();
  const [seconds, setSeconds] = useState<number>(5);
  const poll = seconds === 0 ? false : seconds * 1000;
  const { data } = useRows(object, {}, { poll });
  const speedOfPort = (port: number) => {
    const row = data?.find((candidate) => Number((candidate as Values)[index]) === port);
    return row ? speedOf(row) : 0;
  };
  const { apply } = useApply();
  const clear = async (port: number) => {
    const question =
      port === 0 ? t('Clear the counters of all ports?') : t('Clear the counters of port {{port}}?', { port });
    if (await confirmDeletion({ text: question })) await apply(setGroup(statisticsCtrl, { statisticsClear: port }));
  };
  return (
    <Page
      actions={
        <>
          <IntervalChoice seconds={seconds} onChange={setSeconds} />
          <RefreshButton />
        </>
      }
    >
      <StatisticsChart
        poll={poll}
        speedOf={speedOfPort}
        figures={figures}
        first={data && ((figure) => portWithMost(data as readonly Values[], index, figure))}
      />
      <ObjectTable
        // Each choice of columns is a table of its own, ordered by its own columns.
        key={shown.title}
        object={object}
        rows={data}
        title={t('Ports')}
        filter="Filter by port"
        columns={[
          index,
          {
            key: 'host',
            title: 'Host',
            text: () => '',
            draw: (row) => <PortHostNames port={Number((row as Values)[index])} isLive={poll !== false} />,
            compare: false,
          },
          ...shown.columns,
        ]}
        paged={false}
        kept={false}
        actions={
          <>
            <HeadingChoice
              label="Columns"
              titles={[...presets, all].map(({ title }) => title)}
              chosen={shown.title}
              onChange={choose}
            />
            <Button look="text" onClick={() => void clear(0)}>
              {t('Clear all')}
            </Button>
          </>
        }
        rowActions={(row: RowOf<T>) => {
          const port = Number((row as Values)[index]);
          return (
            <Button look="text" aria-label={t('Clear port {{port}}', { port })} onClick={() => void clear(port)}>
              {t('Clear')}
            </Button>
          );
        }}
      />
    </Page>
  );
}

/** The port whose figure is the largest; port 1 while all are alike. */
function portWithMost(rows: readonly Values[], index: string, { columns }: Figure): number {
  const amount = (row: Values) => columns.reduce((sum, column) => sum + Number(row[column] ?? 0), 0);
  const most = rows.reduce<Values | undefined>(
    (best, row) => (best && amount(best) >= amount(row) ? best : row),
    undefined,
  );
  return Number(most?.[index] ?? 1);
}

function IntervalChoice({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.interval}>
      <label htmlFor={id}>{t('Auto refresh')}</label>
      <select
        id={id}
        className={controls.box}
        value={seconds}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {intervals.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 0 ? t('off') : `${choice} s`}
          </option>
        ))}
      </select>
    </div>
  );
}
