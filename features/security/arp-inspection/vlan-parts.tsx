import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { type AddingProps, list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import { AddVlans } from '../AddVlans.tsx';
import { dhcpSnoopingConfig, dhcpSnoopingVlanEntry } from '../dhcp-snooping/objects.ts';
import { arpInspVlanEntry } from './objects.ts';

export default [
  SnoopingAdvice,
  list(arpInspVlanEntry, {
    title: 'Inspected VLANs',
    columns: [
      'arpInspVlanId',
      'arpInspVlanStatus',
      { name: 'arpInspVlanAcl', text: (row) => row.arpInspVlanAcl || '–' },
    ],
    filter: 'Filter by id',
    empty: 'No inspected VLANs yet.',
    add: { title: 'Inspect VLANs', button: 'Add VLAN', form: AddInspectedVlans },
    fields: ['arpInspVlanStatus'],
    modify: { title: ({ arpInspVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }), what: 'ARP inspection of a VLAN' },
    deleteAll: true,
  }),
];

function AddInspectedVlans(props: AddingProps) {
  const { data: rows } = useRows(arpInspVlanEntry);
  return (
    <AddVlans
      {...props}
      object={arpInspVlanEntry}
      what="Add inspected VLANs"
      present={rows && new Set(rows.map(({ arpInspVlanId }) => arpInspVlanId))}
      columns={['arpInspVlanStatus']}
      row={(vlan) => ({ arpInspVlanId: vlan })}
    />
  );
}

/** Without DHCP snooping no addresses of stations are learned. */
function SnoopingAdvice() {
  const t = useText();
  const { data: inspected } = useRows(arpInspVlanEntry);
  const { data: snooped } = useRows(dhcpSnoopingVlanEntry);
  const { data: config } = useGroup(dhcpSnoopingConfig);
  if (!inspected || !snooped || !config) return null;
  const isOn = config.dhcpSnoopingStatus === Status.enabled;
  const learning = new Set(
    snooped.filter((row) => isOn && row.dhcpSnoopingVlanStatus === Status.enabled).map((row) => row.dhcpSnoopingVlanId),
  );
  const blind = inspected
    .filter((row) => row.arpInspVlanStatus === Status.enabled && !learning.has(row.arpInspVlanId))
    .map((row) => row.arpInspVlanId);
  if (blind.length === 0) return null;
  const vlans = formatVlanList(blind);
  return (
    <Notice tone="warn">
      {t('DHCP snooping is disabled in VLAN {{vlans}}: only static bindings and lists apply there.', { vlans })}
    </Notice>
  );
}
