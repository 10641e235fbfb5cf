import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { EnumerationControl } from '../../../console/controls/EnumerationControl.tsx';
import { Ipv4Control } from '../../../console/controls/Ipv4Control.tsx';
import { Ipv6Control } from '../../../console/controls/Ipv6Control.tsx';
import { TextControl } from '../../../console/controls/TextControl.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { useDraftValue, useSetDraftValue } from '../../../console/form/form-context.ts';
import type { FieldChoice } from '../../../console/page/DeclaredFields.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { serverVlan } from '../../../console/page/server-vlan.ts';
import { tabs } from '../../../console/page/tabs.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { Value } from '../../../model/wire/call.ts';
import { freeIndex } from '../../free-index.ts';
import { LogList } from './LogList.tsx';
import { AddressType, LOG_SERVERS, LogTransport, syslogCtrl, syslogServEntry } from './objects.ts';
import { WEBHOOKS, webhookEntry } from './webhook-objects.ts';

/** Milliseconds between two reads of how webhooks are doing. */
const POLL = 5000;

const settings = form(syslogCtrl, {
  title: 'Settings',
  what: 'System Log',
  actions: SaveNowButton,
  fields: [
    'syslogState',
    'syslogTimeStamp',
    'syslogLocalSeverity',
    'syslogBufferSize',
    'syslogBufferFull',
    'syslogSaveMode',
    'syslogSaveInterval',
    { name: 'syslogAuthority', wide: true },
  ],
});

const servers = list(syslogServEntry, {
  title: 'Syslog servers',
  filter: false,
  empty: 'No servers configured. Messages stay on the switch.',
  notice: NothingSent,
  columns: [
    'syslogServIndex',
    'syslogServAddr',
    'syslogServTransport',
    'syslogServPort',
    'syslogServFacility',
    'syslogServSeverity',
    'syslogServState',
  ],
  fields: [
    'syslogServIndex',
    'syslogServAddrType',
    { name: 'syslogServAddr', control: ServerControl },
    serverVlan('syslogServVlan', 'syslogServAddr'),
    { name: 'syslogServTransport', control: TransportControl },
    'syslogServPort',
    'syslogServFacility',
    'syslogServSeverity',
    'syslogServState',
  ],
  add: {
    title: 'New syslog server',
    what: 'Add syslog server',
    button: 'Add server',
    initial: (rows) => {
      const numbers = Array.from({ length: LOG_SERVERS }, (_, at) => at + 1);
      const free = numbers.find((number) => !rows.some(({ syslogServIndex }) => syslogServIndex === number));
      return free === undefined ? undefined : { syslogServIndex: free };
    },
  },
  modify: {
    title: ({ syslogServIndex: index }, t) => t('Syslog server {{index}}', { index }),
    what: 'Modify syslog server',
  },
});

function webhookFields(secret: FieldChoice): readonly FieldChoice[] {
  return ['webhookIndex', { name: 'webhookUrl', wide: true }, secret, 'webhookSeverity', 'webhookState'];
}

const webhooks = list(webhookEntry, {
  title: 'Webhooks',
  filter: false,
  poll: POLL,
  empty: 'No webhooks configured. Events are not sent by HTTPS.',
  columns: [
    'webhookIndex',
    'webhookUrl',
    'webhookSeverity',
    'webhookState',
    'webhookStatus',
    'webhookCode',
    'webhookSent',
    'webhookDropped',
  ],
  add: {
    title: 'New webhook',
    what: 'Add webhook',
    button: 'Add webhook',
    fields: webhookFields('webhookSecret'),
    initial: (rows) => {
      const webhookIndex = freeIndex(
        rows.map((row) => row.webhookIndex),
        WEBHOOKS,
      );
      return webhookIndex === undefined ? undefined : { webhookIndex };
    },
  },
  modify: {
    title: ({ webhookIndex: index }, t) => t('Webhook {{index}}', { index }),
    what: 'Modify webhook',
    fields: webhookFields({ name: 'webhookSecret', help: 'Signs each event with HMAC-SHA256. Empty: unchanged.' }),
  },
});

export default [
  tabs('System Log', [
    { title: 'Messages', part: LogList },
    { title: 'Settings', part: settings },
    { title: 'Servers', part: servers },
    { title: 'Webhooks', part: webhooks },
  ]),
];

/** The server's address or name, in the control of the type that is chosen beside it. */
function ServerControl(props: ControlProps) {
  const type = Number(useDraftValue('syslogServAddrType'));
  if (type === AddressType.ipv4) return <Ipv4Control {...props} />;
  return type === AddressType.ipv6 ? <Ipv6Control {...props} /> : <TextControl {...props} />;
}

/** Ports at which servers expect messages: of TLS, and of the others. */
const usualPorts = [6514, 514] as const;

/** How messages travel. The port follows as long as it is the usual one. */
function TransportControl(props: ControlProps) {
  const port = Number(useDraftValue('syslogServPort'));
  const set = useSetDraftValue();
  const choose = (transport: Value) => {
    props.onChange(transport);
    const [ofTls, ofOthers] = usualPorts;
    if (port === ofTls || port === ofOthers) set('syslogServPort', transport === LogTransport.tls ? ofTls : ofOthers);
  };
  return <EnumerationControl {...props} onChange={choose} />;
}

function SaveNowButton() {
  const t = useText();
  const { apply, pending } = useApply();
  return (
    <Button look="text" busy={pending} onClick={() => void apply(setGroup(syslogCtrl, { syslogSaveNow: 1 }))}>
      {t('Save log now')}
    </Button>
  );
}

function NothingSent({ rows = [] }: { readonly rows: readonly unknown[] | undefined }) {
  const t = useText();
  const { data } = useGroup(syslogCtrl);
  if (data?.syslogState !== Status.disabled || rows.length === 0) return null;
  return <Notice>{t('Nothing is sent while Syslog (remote) is disabled under Settings.')}</Notice>;
}
