import { useMemo, useState } from 'react';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { FilterBox } from '../../console/table/FilterBox.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { Moment } from '../Moment.tsx';
import { momentText } from '../moment-text.ts';
import { Words } from '../Words.tsx';
import { fleetAuditEntry } from './objects.ts';

/** Milliseconds between two reads. */
const POLL = 10_000;

/** The audit trail, newest first. */
export default function Audit() {
  const t = useText();
  const [search, setSearch] = useState('');
  const filters = useMemo((): Readonly<Record<string, string>> => (search === '' ? {} : { search }), [search]);
  return (
    <Page actions={<RefreshButton />}>
      <DeviceTable
        object={fleetAuditEntry}
        title={t('Entries')}
        filters={filters}
        poll={POLL}
        actions={<FilterBox placeholder={t('Search')} value={search} onChange={setSearch} />}
        columns={[
          {
            name: 'fleetAuditTime',
            right: false,
            text: ({ fleetAuditTime }) => momentText(fleetAuditTime),
            draw: ({ fleetAuditTime }) => <Moment seconds={fleetAuditTime} />,
          },
          'fleetAuditUser',
          {
            name: 'fleetAuditWords',
            text: ({ fleetAuditSaid, fleetAuditWords }) => wordsOfText(fleetAuditSaid, fleetAuditWords, t),
            draw: ({ fleetAuditSaid, fleetAuditWords }) => (
              <Words text={wordsOfText(fleetAuditSaid, fleetAuditWords, t)} />
            ),
          },
          'fleetAuditSwitch',
          'fleetAuditSource',
        ]}
        empty={search === '' ? t('No entries yet.') : t('No matches for the search.')}
      />
    </Page>
  );
}
