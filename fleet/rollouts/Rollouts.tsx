import { useMemo, useState } from 'react';
import { rowParameter } from '../../console/page/row-parameter.ts';
import { Link } from '../../console/router/Link.tsx';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { FilterBox } from '../../console/table/FilterBox.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { momentText } from '../moment-text.ts';
import { OneRollout } from './OneRollout.tsx';
import { fleetRolloutEntry } from './objects.ts';
import { Progress } from './Progress.tsx';
import { RolloutTag } from './tags.tsx';

/** Milliseconds between two reads. */
const POLL = 3_000;

export default [Object.assign(RolloutList, { Row: OneRollout })];

/** Every rollout, newest first. */
function RolloutList() {
  const t = useText();
  const [search, setSearch] = useState('');
  const filters = useMemo((): Readonly<Record<string, string>> => (search === '' ? {} : { search }), [search]);
  return (
    <DeviceTable
      object={fleetRolloutEntry}
      title={t('Rollouts')}
      filters={filters}
      poll={POLL}
      actions={<FilterBox placeholder={t('Search')} value={search} onChange={setSearch} />}
      columns={[
        {
          key: 'name',
          title: 'Name',
          text: ({ fleetRolloutName }) => fleetRolloutName,
          draw: (row) => <Link to={`/Rollout/${rowParameter(fleetRolloutEntry, row)}`}>{row.fleetRolloutName}</Link>,
          compare: false,
        },
        {
          key: 'what',
          title: 'Content',
          text: ({ fleetRolloutWhatSaid }) => wordsOfText(fleetRolloutWhatSaid, '', t),
          compare: false,
        },
        {
          key: 'state',
          title: 'State',
          text: ({ fleetRolloutState }) => t(fleetRolloutEntry.fields.fleetRolloutState.show(fleetRolloutState)),
          draw: (row) => <RolloutTag row={row} />,
          compare: false,
        },
        {
          key: 'progress',
          title: 'Done',
          text: ({ fleetRolloutDone }) => String(fleetRolloutDone),
          draw: (row) => <Progress row={row} />,
          compare: false,
        },
        {
          key: 'made',
          title: 'Created',
          text: ({ fleetRolloutAt }) => momentText(fleetRolloutAt),
          compare: false,
        },
        { key: 'by', title: 'By', text: ({ fleetRolloutBy }) => fleetRolloutBy, compare: false },
      ]}
      empty={
        search === ''
          ? t('No rollouts yet. Open a switch to roll out its settings, or roll out firmware.')
          : t('No matches for the search.')
      }
    />
  );
}
