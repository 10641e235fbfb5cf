import { Tag } from '../../../console/elements/Tag.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { multicastVlanEntry } from './objects.ts';

type Row = RowOf<typeof multicastVlanEntry>;

export default [
  list(multicastVlanEntry, {
    title: 'Multicast VLANs',
    filter: 'VLAN, name, port or group',
    empty: 'No multicast VLANs.',
    kept: false,
    poll: 5000,
    columns: [
      'multicastVlanId',
      'multicastVlanName',
      { name: 'multicastVlanState', draw: (row) => <State row={row} /> },
      {
        key: 'sources',
        title: 'Source (T/U)',
        text: (row) => ports(row.multicastVlanSourceTagged, row.multicastVlanSourceUntagged),
      },
      {
        key: 'receivers',
        title: 'Receiver (T/U)',
        text: (row) => ports(row.multicastVlanReceiverTagged, row.multicastVlanReceiverUntagged),
      },
      { name: 'multicastVlanGroups', text: (row) => row.multicastVlanGroups || '–' },
      'multicastVlanActiveGroups',
    ],
  }),
];

function ports(tagged: string, untagged: string): string {
  return `${tagged || '–'} / ${untagged || '–'}`;
}

/** Whether a multicast VLAN is on, and whether it can carry anything. */
function State({ row }: { readonly row: Row }) {
  const t = useText();
  const { multicastVlanState: state } = multicastVlanEntry.fields;
  const words = t(state.show(row.multicastVlanState));
  if (row.multicastVlanState !== Status.enabled) return <Tag>{words}</Tag>;
  const hasSource = row.multicastVlanSourceTagged !== '' || row.multicastVlanSourceUntagged !== '';
  if (!hasSource) return <Tag tone="warn">{t('No source port')}</Tag>;
  if (row.multicastVlanGroups === '') return <Tag tone="warn">{t('No group profile')}</Tag>;
  return <Tag tone="ok">{words}</Tag>;
}
