import { deleteRow } from '../../../console/call/object-calls.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { list } from '../../../console/page/list.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import type { WayOut } from '../../../console/table/use-deletion.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { arpAclEntry, arpAclRuleEntry } from './acl-objects.ts';
import { rulesPath } from './paths.ts';

type Row = RowOf<typeof arpAclEntry>;

export default [
  list(arpAclEntry, {
    title: 'ARP access lists',
    columns: [
      'arpAclName',
      { name: 'arpAclRuleCount', right: true },
      { name: 'arpAclVlans', text: (row) => row.arpAclVlans || '–' },
    ],
    filter: 'Name or VLAN',
    empty: 'No lists.',
    fields: ['arpAclName'],
    add: { title: 'New ARP access list', what: 'Add ARP access list', button: 'Add ARP access list' },
    rowActions: EditRules,
    useWayOut: useRemovalOfRules,
    deleteAll: true,
  }),
];

function EditRules({ row: { arpAclName: name } }: { readonly row: Row }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Button
      look="text"
      aria-label={t('Edit ARP access list {{name}}', { name })}
      onClick={() => void navigate(rulesPath(name))}
    >
      {t('Edit')}
    </Button>
  );
}

/** A list goes with its rules. */
function useRemovalOfRules(): (row: Row) => WayOut | undefined {
  const t = useText();
  const { data: rules } = useRows(arpAclRuleEntry);
  return ({ arpAclName: name }) => {
    const own = rules?.filter(({ arpAclName }) => arpAclName === name) ?? [];
    const calls = own.map(({ arpAclRuleIndex }) => deleteRow(arpAclRuleEntry, { arpAclName: name, arpAclRuleIndex }));
    return calls.length === 0 ? undefined : { words: t('Delete its rules'), calls };
  };
}
