import { setGroup, setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { tabs } from '../../../console/page/tabs.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { useMemberRows } from '../../use-trunks.ts';
import { dialInUserEntry } from '../dial-in-user/objects.ts';
import { radiusServerEntry } from '../radius/objects.ts';
import { GuestAdvice } from './GuestAdvice.tsx';
import {
  AuthMethod,
  dot1xAuthConfigEntry,
  dot1xAuthSessionStatsEntry,
  dot1xAuthStatsEntry,
  dot1xExtConfig,
  dot1xPaePortEntry,
  dot1xPaeSystem,
  dot1xPortExtEntry,
  PortControl,
  PortStatus,
} from './objects.ts';

/** Milliseconds between two reads. */
const poll = 3000;

const access = [
  'dot1xAuthAuthControlledPortControl',
  'dot1xPortAuthMode',
  'dot1xPortGuestVlan',
  'dot1xPortDynamicVlan',
];
const state = [
  'dot1xAuthAuthControlledPortStatus',
  'dot1xAuthPaeState',
  'dot1xAuthBackendAuthState',
  'dot1xPortAssignedVlan',
  'dot1xPortVlanSource',
  'dot1xPortStations',
];

const Ports = portTable([dot1xAuthConfigEntry, dot1xPortExtEntry, dot1xPaePortEntry], {
  what: 'Port access control of ports',
  poll,
  useUnusable: useMemberRows,
  columns: {
    dot1xAuthAuthControlledPortStatus: {
      draw: ({ values }) => <PortState value={Number(values.dot1xAuthAuthControlledPortStatus)} />,
    },
    dot1xPaePortInitialize: { title: 'Actions', draw: (row) => <PortActions row={row} /> },
    dot1xPortStations: { draw: ({ values }) => String(values.dot1xPortStations ?? '') || '–' },
  },
  order: [...access, 'dot1xAuthAuthControlledPortStatus'],
  views: [
    { title: 'Access', columns: [...access, 'dot1xAuthAuthControlledPortStatus'] },
    {
      title: 'Timers',
      columns: [
        'dot1xAuthTxPeriod',
        'dot1xAuthQuietPeriod',
        'dot1xAuthSuppTimeout',
        'dot1xAuthServerTimeout',
        'dot1xAuthMaxReq',
      ],
    },
    {
      title: 'Re-authentication',
      columns: ['dot1xAuthReAuthEnabled', 'dot1xAuthReAuthPeriod', 'dot1xAuthAdminControlledDirections'],
    },
    { title: 'State', columns: [...state, 'dot1xPaePortInitialize'] },
  ],
});

const Sessions = list(dot1xAuthSessionStatsEntry, {
  title: 'Sessions',
  filter: 'Port or user',
  poll,
  empty: 'No authenticated stations yet.',
  kept: false,
});

export default [
  form([dot1xPaeSystem, dot1xExtConfig], {
    title: 'Authentication',
    what: 'Port access control',
    fields: ['dot1xPaeSystemAuthControl', 'dot1xAuthMethod', 'dot1xNasId', 'dot1xFwdEapolWhenOff'],
  }),
  NobodyToAsk,
  GuestAdvice,
  tabs('Port access control of ports', [
    { title: 'Ports', part: Ports },
    { title: 'Sessions', part: Sessions },
    { title: 'Statistics', part: Statistics },
  ]),
];

/** Warns if no station could be authenticated. */
function NobodyToAsk() {
  const t = useText();
  const { data: system } = useGroup(dot1xPaeSystem);
  const { data: config } = useGroup(dot1xExtConfig);
  const { data: servers } = useRows(radiusServerEntry);
  const { data: users } = useRows(dialInUserEntry);
  if (system?.dot1xPaeSystemAuthControl !== Status.enabled || !config) return null;
  const isLocal = config.dot1xAuthMethod === AuthMethod.local;
  if ((isLocal ? users : servers)?.length !== 0) return null;
  return (
    <Notice tone="warn">
      {isLocal
        ? t('There is no dial-in user: no station can authenticate.')
        : t('No RADIUS server is configured: no station can authenticate.')}
    </Notice>
  );
}

function PortState({ value }: { readonly value: number }) {
  const t = useText();
  const { data: system } = useGroup(dot1xPaeSystem);
  const isOn = system?.dot1xPaeSystemAuthControl === Status.enabled;
  return value === PortStatus.authorized ? (
    // Without authentication every station is authorized: that is no protection.
    <Tag tone={isOn ? 'ok' : 'neutral'}>{t('Authorized')}</Tag>
  ) : (
    <Tag tone="bad">{t('Unauthorized')}</Tag>
  );
}

/** Initializes a port, or authenticates its stations again. */
function PortActions({ row: { port, values } }: { readonly row: PortRow }) {
  const t = useText();
  const { apply, pending } = useApply();
  if (values.dot1xAuthAuthControlledPortControl !== PortControl.auto) return '–';
  const tell = (column: 'dot1xPaePortInitialize' | 'dot1xPaePortReauthenticate') =>
    void apply(setRow(dot1xPaePortEntry, { dot1xPaePortNumber: port, [column]: 1 }));
  return (
    <>
      <Button
        look="text"
        busy={pending}
        aria-label={t('Initialize port {{port}}', { port })}
        onClick={() => tell('dot1xPaePortInitialize')}
      >
        {t('Initialize')}
      </Button>
      <Button
        look="text"
        busy={pending}
        aria-label={t('Re-authenticate port {{port}}', { port })}
        onClick={() => tell('dot1xPaePortReauthenticate')}
      >
        {t('Re-authenticate')}
      </Button>
    </>
  );
}

/** EAPOL counters of ports. */
function Statistics() {
  const t = useText();
  const { apply } = useApply();
  const { data: rows } = useRows(dot1xAuthStatsEntry, {}, { poll });
  const clear = async () => {
    const isSure = await confirmDeletion({ text: t('Clear the counters of all ports?') });
    if (isSure) await apply(setGroup(dot1xExtConfig, { dot1xClearStatistics: 1 }));
  };
  return (
    <ObjectTable
      object={dot1xAuthStatsEntry}
      rows={rows}
      title={t('EAPOL frames')}
      filter="Filter by port"
      kept={false}
      actions={
        <Button look="text" destructive onClick={() => void clear()}>
          {t('Clear Statistics')}
        </Button>
      }
    />
  );
}
