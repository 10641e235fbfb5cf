import { Tag } from '../../../console/elements/Tag.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { EntryStatus, macVlanEntry } from './objects.ts';

export default [
  list(macVlanEntry, {
    title: 'MAC VLAN entries',
    columns: [
      'macVlanAddress',
      'macVlanId',
      'macVlanPriority',
      { name: 'macVlanEntryStatus', draw: (row) => <State row={row} /> },
    ],
    filter: 'Address or VLAN',
    empty: 'No MAC VLAN entries yet.',
    add: { title: 'New MAC VLAN entry', what: 'Add MAC VLAN entry', button: 'Add MAC VLAN entry' },
    modifiedAt: () => '/Network/ModifyMACVLAN',
    deleteAll: true,
  }),
];

/** Whether answers reach the station, and why they do not. */
function State({ row: { macVlanEntryStatus } }: { readonly row: RowOf<typeof macVlanEntry> }) {
  const t = useText();
  if (macVlanEntryStatus === EntryStatus.active) return <Tag tone="ok">{t('Active')}</Tag>;
  return (
    <Tag tone="warn" title={t(macVlanEntry.fields.macVlanEntryStatus.help ?? '')}>
      {t('Inactive')}
    </Tag>
  );
}
