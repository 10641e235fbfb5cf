import { useId } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import controls from '../../../console/controls/controls.module.css';
import { Button } from '../../../console/elements/Button.tsx';
import { list } from '../../../console/page/list.tsx';
import { useSearchParams } from '../../../console/router/router-context.ts';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { freeIndex } from '../../free-index.ts';
import { Count } from '../Count.tsx';
import { etherHistoryEntry, HISTORIES, historyControlEntry } from './history-objects.ts';
import { RmonOff } from './RmonOff.tsx';
import styles from './rmon.module.css';

type History = RowOf<typeof historyControlEntry>;
type Sample = RowOf<typeof etherHistoryEntry>;

/** Milliseconds between two reads. */
const POLL = 10_000;

/** The address names the history whose samples are shown. */
const SHOWN = 'samples';

const counter = (name: keyof Sample & `etherHistory${string}`): ColumnChoice<typeof etherHistoryEntry> => ({
  name,
  right: true,
  text: (row) => String(row[name]),
  draw: (row) => <Count value={String(row[name])} />,
});

const settings = ['historyControlBucketsRequested', 'historyControlInterval', 'historyControlOwner'];

export default [
  list(historyControlEntry, {
    title: 'Histories',
    columns: [
      'historyControlIndex',
      'historyControlDataSource',
      'historyControlBucketsRequested',
      'historyControlBucketsGranted',
      'historyControlInterval',
      'historyControlOwner',
    ],
    filter: 'Filter by port or owner',
    empty: 'No histories yet.',
    notice: RmonOff,
    rowActions: ViewSamples,
    add: {
      title: 'New history',
      what: 'Add history',
      button: 'Add history',
      fields: [['historyControlIndex', 'historyControlDataSource'], settings],
      initial: (rows) => {
        const free = freeIndex(
          rows.map(({ historyControlIndex }) => historyControlIndex),
          HISTORIES,
        );
        return free === undefined ? undefined : { historyControlIndex: free };
      },
    },
    modify: {
      title: ({ historyControlIndex: index }, t) => t('History {{index}}', { index }),
      what: 'Modify history',
      fields: settings,
    },
    sure: (changes) =>
      !changes.some(({ column }) => column !== undefined && settings.slice(0, 2).includes(column)) || {
        text: translate('The history restarts and its samples are lost. Continue?'),
      },
    deleteAll: true,
  }),
  Samples,
];

function ViewSamples({ row: { historyControlIndex: index } }: { readonly row: History }) {
  const t = useText();
  const [, setParameters] = useSearchParams();
  return (
    <Button
      look="text"
      aria-label={t('View samples of history {{index}}', { index })}
      onClick={() => setParameters({ [SHOWN]: String(index) })}
    >
      {t('View samples')}
    </Button>
  );
}

/** The samples of one history, the newest first. */
function Samples() {
  const t = useText();
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const { data: histories = [] } = useRows(historyControlEntry);
  const asked = Number(parameters.get(SHOWN));
  const shown = histories.find(({ historyControlIndex }) => historyControlIndex === asked) ?? histories[0];
  const { data: rows } = useRows(
    etherHistoryEntry,
    { etherHistoryIndex: shown?.historyControlIndex ?? 0 },
    { poll: POLL, enabled: shown !== undefined },
  );
  if (!shown) return null;
  return (
    <ObjectTable
      key={shown.historyControlIndex}
      object={etherHistoryEntry}
      rows={rows && [...rows].reverse()}
      title={t('Samples')}
      filter={false}
      kept={false}
      empty={t('No samples yet: the first one comes after an interval of {{seconds}} s.', {
        seconds: shown.historyControlInterval,
      })}
      actions={
        <div className={styles.choice}>
          <label htmlFor={id}>{t('History')}</label>
          <select
            id={id}
            className={controls.box}
            value={shown.historyControlIndex}
            onChange={({ currentTarget }) => setParameters({ [SHOWN]: currentTarget.value })}
          >
            {histories.map(({ historyControlIndex: index, historyControlDataSource: port }) => (
              <option key={index} value={index}>
                {t('{{index}} (port {{port}})', { index, port })}
              </option>
            ))}
          </select>
        </div>
      }
      columns={[
        'etherHistorySampleIndex',
        'etherHistoryIntervalStart',
        'etherHistoryUtilization',
        counter('etherHistoryOctets'),
        counter('etherHistoryPkts'),
        counter('etherHistoryBroadcastPkts'),
        counter('etherHistoryMulticastPkts'),
        counter('etherHistoryDropEvents'),
        counter('etherHistoryCRCAlignErrors'),
        counter('etherHistoryCollisions'),
      ]}
    />
  );
}
