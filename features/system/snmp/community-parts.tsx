import { useState } from 'react';
import { call } from '../../../console/call/call.ts';
import { CallRefused } from '../../../console/call/failure.ts';
import { report } from '../../../console/call/report.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { offNotice } from '../../off-notice.tsx';
import { COMMUNITIES, snmpCommunityEntry, snmpCommunityStringEntry } from './community-objects.ts';
import { GroupModel, vacmAccessEntry } from './group-objects.ts';
import { snmpAgentCtrl } from './objects.ts';
import { CommunityGroupControl } from './row-choice.tsx';

const access = [{ name: 'snmpCommunitySecurityName', control: CommunityGroupControl }, 'snmpCommunityTransportTag'];

export default [
  offNotice(snmpAgentCtrl, 'snmpAgentState'),

  list(snmpCommunityEntry, {
    title: 'Communities',
    filter: false,
    empty: 'No communities: SNMPv1 and v2c requests are not answered.',
    notice: WritingCommunities,
    columns: [
      'snmpCommunityIndex',
      'snmpCommunitySecurityName',
      { name: 'snmpCommunityTransportTag', text: (row) => row.snmpCommunityTransportTag || '–' },
      'snmpCommunityStatus',
    ],
    add: {
      title: 'New community',
      what: 'Add SNMP community',
      button: 'Add community',
      fields: ['snmpCommunityIndex', 'snmpCommunityName', ...access],
      initial: (rows) => {
        const numbers = Array.from({ length: COMMUNITIES }, (_, at) => String(at + 1));
        const free = numbers.find((number) => !rows.some(({ snmpCommunityIndex }) => snmpCommunityIndex === number));
        return free === undefined ? undefined : { snmpCommunityIndex: free };
      },
    },
    modify: {
      title: ({ snmpCommunityIndex: index }, t) => t('Community {{index}}', { index }),
      what: 'Modify SNMP community',
      fields: ['snmpCommunityName', ...access],
    },
    rowActions: ShowCommunity,
    deleteAll: true,
  }),
];

/** Shows the string of a community; the switch asks for the password before. */
function ShowCommunity({ row: { snmpCommunityIndex: index } }: { readonly row: RowOf<typeof snmpCommunityEntry> }) {
  const t = useText();
  const [shown, setShown] = useState<string>();
  const show = async () => {
    try {
      const params = { Template: snmpCommunityStringEntry.name, snmpCommunityStringIndex: index };
      const rows = await call({ method: 'CommonGet', params });
      const [row] = Array.isArray(rows) ? rows : [];
      setShown(String(Object(row).snmpCommunityString ?? ''));
    } catch (failure) {
      // Without the password nothing is shown.
      if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.proofRequired) report(failure);
    }
  };
  if (shown !== undefined) {
    return (
      <>
        <code>{shown}</code>
        <Button look="text" aria-label={t('Hide community {{index}}', { index })} onClick={() => setShown(undefined)}>
          {t('Hide')}
        </Button>
      </>
    );
  }
  return (
    <Button look="text" aria-label={t('Show community {{index}}', { index })} onClick={() => void show()}>
      {t('Show')}
    </Button>
  );
}

/** Warns of communities that let anybody who reads along set something. */
function WritingCommunities({ rows = [] }: { readonly rows: readonly RowOf<typeof snmpCommunityEntry>[] | undefined }) {
  const t = useText();
  const { data: groups = [] } = useRows(vacmAccessEntry);
  const writes = (group: string) =>
    groups.some(
      (entry) =>
        entry.vacmGroupName === group &&
        entry.vacmAccessSecurityModel !== GroupModel.usm &&
        entry.vacmAccessWriteViewName !== '',
    );
  if (!rows.some((row) => writes(row.snmpCommunitySecurityName))) return null;
  return (
    <Notice tone="warn">
      {t('A read-write community is sent unencrypted: anyone who captures it can change the switch.')}
    </Notice>
  );
}
