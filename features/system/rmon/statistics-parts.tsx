import { useState } from 'react';
import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { list } from '../../../console/page/list.tsx';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { HeadingChoice } from '../../../console/table/HeadingChoice.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { freeIndex } from '../../free-index.ts';
import { Count } from '../Count.tsx';
import { RmonOff } from './RmonOff.tsx';
import { etherStatsEntry } from './statistics-objects.ts';

type Group = RowOf<typeof etherStatsEntry>;

/** Milliseconds between two reads. */
const POLL = 10_000;

/** A counter, or a dash where the switch does not count it. */
const counter = (name: keyof Group & `etherStats${string}`): ColumnChoice<typeof etherStatsEntry> => ({
  name,
  right: true,
  text: (row) => String(row[name]),
  draw: (row) => <Count value={String(row[name])} />,
});

const presets = [
  {
    title: 'Packets',
    columns: (
      [
        'etherStatsOctets',
        'etherStatsPkts',
        'etherStatsBroadcastPkts',
        'etherStatsMulticastPkts',
        'etherStatsDropEvents',
      ] as const
    ).map(counter),
  },
  {
    title: 'Faulty packets',
    columns: (
      [
        'etherStatsCRCAlignErrors',
        'etherStatsUndersizePkts',
        'etherStatsOversizePkts',
        'etherStatsFragments',
        'etherStatsJabbers',
        'etherStatsCollisions',
      ] as const
    ).map(counter),
  },
  {
    title: 'Sizes in octets',
    columns: (
      [
        'etherStatsPkts64Octets',
        'etherStatsPkts65to127Octets',
        'etherStatsPkts128to255Octets',
        'etherStatsPkts256to511Octets',
        'etherStatsPkts512to1023Octets',
        'etherStatsPkts1024to1518Octets',
      ] as const
    ).map(counter),
  },
] as const;

export default [
  list(etherStatsEntry, {
    title: 'Statistics groups',
    columns: ['etherStatsIndex', 'etherStatsDataSource', 'etherStatsOwner'],
    filter: 'Filter by port or owner',
    empty: 'No statistics groups yet.',
    notice: RmonOff,
    add: {
      title: 'New statistics group',
      what: 'Add statistics group',
      button: 'Add statistics group',
      fields: ['etherStatsIndex', 'etherStatsDataSource', 'etherStatsOwner'],
      initial: (rows) => {
        const free = freeIndex(
          rows.map(({ etherStatsIndex }) => etherStatsIndex),
          PORT_LIST_MAXIMUM,
        );
        return free === undefined ? undefined : { etherStatsIndex: free };
      },
    },
    modify: {
      title: ({ etherStatsIndex: index }, t) => t('Statistics group {{index}}', { index }),
      what: 'Modify statistics group',
      fields: ['etherStatsOwner'],
    },
    deleteAll: true,
  }),
  Counters,
];

/** Counts of the groups, in columns that are viewed together. */
function Counters() {
  const t = useText();
  const [chosen, choose] = useState<string>(presets[0].title);
  const { data: rows } = useRows(etherStatsEntry, {}, { poll: POLL });
  const { apply } = useApply();
  if (!rows || rows.length === 0) return null;
  const shown = presets.find(({ title }) => title === chosen) ?? presets[0];
  const isUntold = rows.some((row) => Object.values(row).includes('') && row.etherStatsPkts64Octets === '');
  const clear = async ({ etherStatsIndex }: Group) => {
    const text = t('Clear the counters of statistics group {{index}}?', { index: etherStatsIndex });
    if (await confirm(text)) await apply(setRow(etherStatsEntry, { etherStatsIndex, etherStatsClear: 1 }));
  };
  return (
    <>
      {isUntold && <Notice>{t('A dash marks counters that the interfaces of this switch do not provide.')}</Notice>}
      <ObjectTable
        key={shown.title}
        object={etherStatsEntry}
        rows={rows}
        title={t('Counters')}
        filter={false}
        columns={['etherStatsIndex', 'etherStatsDataSource', ...shown.columns]}
        kept={false}
        actions={
          <HeadingChoice
            label="Columns"
            titles={presets.map(({ title }) => title)}
            chosen={shown.title}
            onChange={choose}
          />
        }
        rowActions={(row) => (
          <Button
            look="text"
            destructive
            aria-label={t('Clear counters of statistics group {{index}}', { index: row.etherStatsIndex })}
            onClick={() => void clear(row)}
          >
            {t('Clear')}
          </Button>
        )}
      />
    </>
  );
}
