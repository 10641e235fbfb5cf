import { useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { portName } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { useTrunks } from '../../use-trunks.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { BindProfile } from './BindProfile.tsx';
import { BINDINGS, dot1vProtocolPortEntry } from './objects.ts';
import { ProtocolColumn } from './profile-words.tsx';

type Binding = RowOf<typeof dot1vProtocolPortEntry>;

export default [
  list(dot1vProtocolPortEntry, {
    title: 'Profiles at ports',
    filter: 'Port, profile or VLAN',
    empty: 'No profile is bound to a port.',
    add: { title: 'New binding', button: 'Add binding', form: BindProfile },
    columns: [
      'dot1dBasePort',
      'dot1vProtocolPortGroupId',
      {
        key: 'frameTypes',
        title: 'Frame Type',
        text: () => '',
        compare: false,
        draw: (row) => (
          <ProtocolColumn profile={row.dot1vProtocolPortGroupId} column="dot1vProtocolTemplateFrameType" />
        ),
      },
      {
        key: 'values',
        title: 'Ether Type',
        text: () => '',
        compare: false,
        draw: (row) => (
          <ProtocolColumn profile={row.dot1vProtocolPortGroupId} column="dot1vProtocolTemplateProtocolValue" />
        ),
      },
      'dot1vProtocolPortGroupVid',
      'protocolPortPriority',
    ],
    fields: ['dot1vProtocolPortGroupVid', 'protocolPortPriority'],
    useMaximum: () => BINDINGS,
    modify: { title: (_, t) => t('Profile at port'), what: 'Modify protocol profile of a port' },
    deleteAll: true,
    notice: Unanswered,
  }),
];

/** Says at which ports answers would not come back as the questions went out. */
function Unanswered({ rows }: { readonly rows: readonly Binding[] | undefined }) {
  const t = useText();
  const { data: vlans } = useRows(dot1qVlanStaticEntry);
  const trunks = useTrunks();
  if (!rows || !vlans) return null;
  const isAnswered = ({ dot1dBasePort: port, dot1vProtocolPortGroupVid: vid }: Binding) => {
    const list = vlans.find(({ dot1qVlanIndex }) => dot1qVlanIndex === vid)?.dot1qVlanStaticUntaggedPorts ?? '';
    const member = trunks.find(({ number }) => number === port)?.representative ?? port;
    return hasPort(parsePortList(list) ?? NO_PORTS, member);
  };
  const unanswered = rows.filter((row) => !isAnswered(row));
  if (unanswered.length === 0) return null;
  const bindings = unanswered
    .map((row) =>
      t('port {{port}} in VLAN {{vlan}}', {
        port: portName(t, row.dot1dBasePort),
        vlan: row.dot1vProtocolPortGroupVid,
      }),
    )
    .join(', ');
  return (
    <Notice tone="warn">
      {t('Not an untagged member, so answers do not come back untagged: {{bindings}}.', { bindings })}
    </Notice>
  );
}
