import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { tabs } from '../../../console/page/tabs.tsx';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { TableObject } from '../../../model/schema/object.ts';
import { nextPriority, serverAddressControl } from '../server-address.tsx';
import {
  RADIUS_SERVERS_MAXIMUM,
  radiusAccServerExtEntry,
  radiusAuthServerExtEntry,
  radiusConfig,
  radiusServerEntry,
  ServerState,
} from './objects.ts';

/** Milliseconds between two reads. */
const poll = 5000;

const address = { name: 'radiusServerAddress', control: serverAddressControl('radiusServerAddressType') };
const ports = ['radiusServerAuthPort', 'radiusServerAcctPort', 'radiusServerKey'];
const patience = ['radiusServerTimeout', 'radiusServerRetransmit', 'radiusServerAccounting'];

const tones = { [ServerState.unknown]: 'neutral', [ServerState.up]: 'ok', [ServerState.dead]: 'bad' } as const;

const authenticated = [
  { name: 'radiusAuthServerIndex', title: 'Priority' },
  { name: 'radiusAuthServerAddress', title: 'IP Address' },
] as const;
const accounted = [
  { name: 'radiusAccServerIndex', title: 'Priority' },
  { name: 'radiusAccServerAddress', title: 'IP Address' },
] as const;

const Authentication = serverTable(radiusAuthServerExtEntry, 'Authentication', [
  ...authenticated,
  {
    name: 'radiusAuthServerState',
    draw: ({ radiusAuthServerState: state, radiusAuthClientRoundTripTime: time }) => (
      <>
        <ServerTag state={state} />
        {time > 0 && <div>{roundTrip(time)}</div>}
      </>
    ),
  },
  'radiusAuthClientAccessRequests',
  { name: 'radiusAuthClientAccessRetransmissions', title: 'Sent again' },
  'radiusAuthClientAccessAccepts',
  'radiusAuthClientAccessRejects',
  'radiusAuthClientAccessChallenges',
]);

const Faults = serverTable(radiusAuthServerExtEntry, 'Faults', [
  ...authenticated,
  'radiusAuthClientPendingRequests',
  'radiusAuthClientTimeouts',
  'radiusAuthClientBadAuthenticators',
  'radiusAuthClientMalformedAccessResponses',
  'radiusAuthClientUnknownTypes',
  'radiusAuthClientPacketsDropped',
]);

const NOBODY = 'No accounting servers.';

const Accounting = serverTable(
  radiusAccServerExtEntry,
  'Accounting',
  [
    ...accounted,
    {
      name: 'radiusAccClientRoundTripTime',
      right: true,
      text: ({ radiusAccClientRoundTripTime: time }) => roundTrip(time),
    },
    'radiusAccClientRequests',
    'radiusAccClientRetransmissions',
    'radiusAccClientResponses',
  ],
  NOBODY,
);

const AccountingFaults = serverTable(
  radiusAccServerExtEntry,
  'Faults of accounting',
  [
    ...accounted,
    'radiusAccClientPendingRequests',
    'radiusAccClientTimeouts',
    'radiusAccClientBadAuthenticators',
    'radiusAccClientMalformedResponses',
    'radiusAccClientUnknownTypes',
    'radiusAccClientPacketsDropped',
  ],
  NOBODY,
);

export default [
  form(radiusConfig, { title: 'Login to the switch', what: 'RADIUS', fields: ['radiusLoginStatus'] }),
  list(radiusServerEntry, {
    title: 'Servers',
    filter: false,
    deleteAll: true,
    empty: 'No servers configured.',
    columns: [
      { name: 'radiusServerPriority', title: 'Priority' },
      { name: 'radiusServerAddress', title: 'IP Address' },
      {
        key: 'ports',
        title: 'Ports',
        text: ({ radiusServerAuthPort, radiusServerAcctPort }) => `${radiusServerAuthPort}, ${radiusServerAcctPort}`,
      },
      {
        key: 'patience',
        title: 'Timeout',
        text: ({ radiusServerTimeout, radiusServerRetransmit }) =>
          `${radiusServerRetransmit + 1} × ${radiusServerTimeout} s`,
      },
      'radiusServerAccounting',
    ],
    add: {
      title: 'New server',
      what: 'Add RADIUS server',
      button: 'Add server',
      initial(rows) {
        const taken = rows.map(({ radiusServerPriority }) => radiusServerPriority);
        const radiusServerPriority = nextPriority(taken, RADIUS_SERVERS_MAXIMUM);
        return radiusServerPriority === undefined ? undefined : { radiusServerPriority };
      },
      fields: [['radiusServerPriority', 'radiusServerAddressType', address], ports, patience],
    },
    modify: {
      title: ({ radiusServerPriority: priority }, t) => t('Server {{priority}}', { priority }),
      what: 'Modify RADIUS server',
      fields: [
        [address, 'radiusServerAuthPort', 'radiusServerAcctPort'],
        ['radiusServerKey', ...patience],
      ],
    },
  }),
  WrongSecret,
  tabs('Statistics', [
    { title: 'Authentication', part: Authentication },
    { title: 'Faults', part: Faults },
    { title: 'Accounting', part: Accounting },
    { title: 'Faults of accounting', part: AccountingFaults },
  ]),
];

/** Hundredths of a second, as they are counted (RFC 4668), in milliseconds. */
function roundTrip(hundredths: number): string {
  return hundredths === 0 ? '–' : `${hundredths * 10} ms`;
}

/** Answers that are not signed with the secret: most often it is another one. */
function WrongSecret() {
  const t = useText();
  const { data: rows = [] } = useRows(radiusAuthServerExtEntry, {}, { poll });
  return rows
    .filter((row) => row.radiusAuthClientBadAuthenticators !== '0')
    .map(({ radiusAuthServerIndex: priority, radiusAuthClientBadAuthenticators: count }) => (
      <Notice key={priority} tone="warn">
        {t(
          'Server {{priority}}: {{count}} responses were not signed with the shared secret. Either the secret differs there, or the server does not use Message-Authenticator, or the responses are forged.',
          { priority, count },
        )}
      </Notice>
    ));
}

function ClearButton() {
  const t = useText();
  const { apply } = useApply();
  const clear = async () => {
    const isSure = await confirmDeletion({ text: t('Clear the counters of all servers?') });
    if (isSure) await apply(setGroup(radiusConfig, { radiusClearStatistics: 1 }));
  };
  return (
    <Button look="text" destructive onClick={() => void clear()}>
      {t('Clear Statistics')}
    </Button>
  );
}

function ServerTag({ state }: { readonly state: keyof typeof tones }) {
  const t = useText();
  return <Tag tone={tones[state]}>{t(radiusAuthServerExtEntry.fields.radiusAuthServerState.show(state))}</Tag>;
}

/** Counters of each server, by some of its columns; texts are source texts. */
function serverTable<T extends TableObject>(
  object: T,
  title: string,
  columns: readonly ColumnChoice<T>[],
  empty?: string,
) {
  return function ServerTable() {
    const t = useText();
    const { data: rows } = useRows(object, {}, { poll });
    return (
      <ObjectTable
        object={object}
        rows={rows}
        title={t(title)}
        filter={false}
        kept={false}
        {...(empty !== undefined && { empty: t(empty) })}
        actions={<ClearButton />}
        columns={columns}
      />
    );
  };
}
