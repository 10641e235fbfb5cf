import { useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { COMMUNITIES, snmpCommunityEntry } from './community-objects.ts';
import { GroupModel, vacmAccessEntry } from './group-objects.ts';
import { CommunityGroupControl } from './row-choice.tsx';

const access = [{ name: 'snmpCommunitySecurityName', control: CommunityGroupControl }, 'snmpCommunityTransportTag'];

export default [
  list(snmpCommunityEntry, {
    title: 'Communities',
    filter: false,
    empty: 'There is no community: versions 1 and 2c are not answered.',
    notice: WritingCommunities,
    columns: [
      'snmpCommunityIndex',
      'snmpCommunityName',
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
      fields: access,
    },
    deleteAll: true,
  }),
];

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
      {t('A community that may set values travels unencrypted: whoever reads it along can change the switch.')}
    </Notice>
  );
}
