import { useGroup } from '../../../console/call/use-reads.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { list } from '../../../console/page/list.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { translate } from '../../../console/translations/language.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { formatPortList } from '../../../model/values/port-list.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { dot1qBase } from './objects.ts';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import { useReturnOfPorts } from './use-return-of-ports.ts';
import { VlanEditor } from './VlanEditor.tsx';

/** The way to all memberships at once. */
const ToMatrix = () => (
  <PageActions>
    <Link to="/Network/VLAN/Matrix">{translate('Ports × VLANs')}</Link>
  </PageActions>
);

export default [
  ToMatrix,
  list(dot1qVlanStaticEntry, {
    title: 'All VLANs',
    filter: 'Filter by ID or name',
    useMaximum: () => useGroup(dot1qBase).data?.dot1qMaxSupportedVlans,
    columns: [
      'dot1qVlanIndex',
      { name: 'dot1qVlanStaticName', title: 'Name' },
      {
        key: 'type',
        title: 'VLAN Type',
        text: (row) => translate(row.dot1qVlanIndex === DEFAULT_VLAN ? 'Permanent' : 'Static'),
      },
      { name: 'dot1qVlanStaticUntaggedPorts', title: 'Untagged ports' },
      {
        key: 'tagged',
        title: 'Tagged ports',
        text: (row) => {
          const { members, untagged } = membershipOf(row);
          return formatPortList(members & ~untagged);
        },
      },
      {
        name: 'vlanHasIpInterface',
        draw: (row) =>
          row.vlanHasIpInterface === TruthValue.yes ? <Tag tone="ok">{translate('Yes')}</Tag> : translate('No'),
      },
    ],
    add: { title: 'New VLAN', button: 'Add VLAN' },
    editor: VlanEditor,
    besideRow: true,
    kept: (row) => (row.dot1qVlanIndex === DEFAULT_VLAN ? translate('default') : undefined),
    useWayOut: useReturnOfPorts,
    deleteAll: true,
  }),
];
