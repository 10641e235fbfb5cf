import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { CellLines } from '../../../console/table/CellLines.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { nextPriority, serverAddressControl } from '../server-address.tsx';
import { TACACS_SERVERS_MAXIMUM, TacacsStatus, tacacsConfig, tacacsServerEntry } from './objects.ts';

type Row = RowOf<typeof tacacsServerEntry>;

const address = { name: 'tacacsServerAddress', control: serverAddressControl('tacacsServerAddressType') };
const exchange = ['tacacsServerMethod', 'tacacsServerTimeout', 'tacacsServerSingleConnect'];

export default [
  form(tacacsConfig, {
    title: 'Login to the switch',
    what: 'TACACS+',
    fields: [['tacacsLoginStatus', 'tacacsDeadTime']],
  }),
  list(tacacsServerEntry, {
    title: 'Servers',
    filter: false,
    deleteAll: true,
    poll: 5000,
    empty: 'No servers configured.',
    columns: [
      { name: 'tacacsServerPriority', title: 'Priority' },
      { name: 'tacacsServerAddress', title: 'IP Address', draw: (row) => <Place row={row} /> },
      'tacacsServerTimeout',
      { name: 'tacacsServerMethod', title: 'Exchange', draw: (row) => <Exchange row={row} /> },
      {
        name: 'tacacsServerStatus',
        draw: ({ tacacsServerStatus }) => <ServerState state={tacacsServerStatus} />,
      },
    ],
    add: {
      title: 'New server',
      what: 'Add TACACS+ server',
      button: 'Add server',
      initial(rows) {
        const taken = rows.map(({ tacacsServerPriority }) => tacacsServerPriority);
        const tacacsServerPriority = nextPriority(taken, TACACS_SERVERS_MAXIMUM);
        return tacacsServerPriority === undefined ? undefined : { tacacsServerPriority };
      },
      fields: [
        ['tacacsServerPriority', 'tacacsServerAddressType', address],
        ['tacacsServerPort', 'tacacsServerKey'],
        exchange,
      ],
    },
    modify: {
      title: ({ tacacsServerPriority: priority }, t) => t('Server {{priority}}', { priority }),
      what: 'Modify TACACS+ server',
      fields: [[address, 'tacacsServerPort', 'tacacsServerKey'], exchange],
    },
  }),
];

function Place({ row: { tacacsServerAddress, tacacsServerPort: port } }: { readonly row: Row }) {
  const t = useText();
  return <CellLines lines={[tacacsServerAddress, t('Port {{port}}', { port })]} />;
}

function Exchange({ row: { tacacsServerMethod, tacacsServerSingleConnect: single } }: { readonly row: Row }) {
  const t = useText();
  const method = valueText(t, tacacsServerEntry.fields.tacacsServerMethod, tacacsServerMethod);
  return <CellLines lines={[method, ...(single === TruthValue.yes ? [t('Single Connection')] : [])]} />;
}

const tones = { [TacacsStatus.unknown]: 'neutral', [TacacsStatus.up]: 'ok', [TacacsStatus.dead]: 'bad' } as const;

function ServerState({ state }: { readonly state: keyof typeof tones }) {
  const t = useText();
  return <Tag tone={tones[state]}>{t(tacacsServerEntry.fields.tacacsServerStatus.show(state))}</Tag>;
}
