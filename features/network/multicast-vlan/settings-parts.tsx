import { Button } from '../../../console/elements/Button.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { rowParameter } from '../../../console/page/row-parameter.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { multicastVlanCtrl, multicastVlanEntry } from './objects.ts';
import { useReleaseOfGroups } from './ways-out.ts';

export default [
  form(multicastVlanCtrl, { title: 'Multicast VLAN', what: 'Multicast VLAN' }),
  list(multicastVlanEntry, {
    title: 'Multicast VLANs',
    columns: [
      'multicastVlanId',
      'multicastVlanName',
      'multicastVlanState',
      'multicastVlanReplaceSourceIp',
      'multicastVlanRemapPriority',
    ],
    filter: 'Filter by ID or name',
    empty: 'No multicast VLANs.',
    fields: [
      ['multicastVlanId', 'multicastVlanName'],
      ['multicastVlanState', 'multicastVlanReplaceSourceIp', 'multicastVlanRemapPriority'],
    ],
    add: { title: 'New multicast VLAN', what: 'Add multicast VLAN', button: 'Add multicast VLAN' },
    modify: {
      title: ({ multicastVlanId: vlan }, t) => t('Multicast VLAN {{vlan}}', { vlan }),
      what: 'Modify multicast VLAN',
    },
    rowActions: PortLinks,
    useWayOut: useReleaseOfGroups,
    deleteAll: true,
  }),
];

/** The ways to the ports of a multicast VLAN. */
function PortLinks({ row }: { readonly row: RowOf<typeof multicastVlanEntry> }) {
  const t = useText();
  const navigate = useNavigate();
  const { multicastVlanId: vlan } = row;
  const to = (page: string) => void navigate(`/Network/MulticastVLAN/${page}/${rowParameter(multicastVlanEntry, row)}`);
  return (
    <>
      <Button
        look="text"
        aria-label={t('Receiver ports of multicast VLAN {{vlan}}', { vlan })}
        onClick={() => to('ReceiverPortsSettings')}
      >
        {t('Receiver Ports')}
      </Button>
      <Button
        look="text"
        aria-label={t('Source ports of multicast VLAN {{vlan}}', { vlan })}
        onClick={() => to('SourcePortsSettings')}
      >
        {t('Source Ports')}
      </Button>
    </>
  );
}
