import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { nextPriority, serverAddressControl } from '../server-address.tsx';
import { TACACS_SERVERS_MAXIMUM, TacacsStatus, tacacsConfig, tacacsServerEntry } from './objects.ts';

const address = { name: 'tacacsServerAddress', control: serverAddressControl('tacacsServerAddressType') };
const exchange = ['tacacsServerMethod', 'tacacsServerTimeout', 'tacacsServerSingleConnect'];

export default [
  form(tacacsConfig, {
    title: 'Sign-in to the switch',
    what: 'TACACS+',
    fields: [['tacacsLoginStatus', 'tacacsDeadTime']],
  }),
  list(tacacsServerEntry, {
    title: 'Servers',
    filter: false,
    deleteAll: true,
    poll: 5000,
    empty: 'No server is asked.',
    columns: [
      'tacacsServerPriority',
      'tacacsServerAddress',
      'tacacsServerPort',
      'tacacsServerTimeout',
      'tacacsServerMethod',
      'tacacsServerSingleConnect',
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

const tones = { [TacacsStatus.unknown]: 'neutral', [TacacsStatus.up]: 'ok', [TacacsStatus.dead]: 'bad' } as const;

function ServerState({ state }: { readonly state: keyof typeof tones }) {
  const t = useText();
  return <Tag tone={tones[state]}>{t(tacacsServerEntry.fields.tacacsServerStatus.show(state))}</Tag>;
}
