import type { Sure } from '../../../console/call/guarded.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { translate } from '../../../console/translations/language.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { DisconnectSession } from '../DisconnectSession.tsx';
import { telnetCtrl, telnetSessionEntry } from './objects.ts';

export default [
  form(telnetCtrl, {
    title: 'Server',
    what: 'Telnet',
    fields: [['telnetState', 'telnetPort', 'telnetMaxSessions']],
    sure: sureOfClearText,
  }),
  facts('Reachable at', [fact(telnetCtrl, 'telnetListening')], { poll: 5000 }),
  list(telnetSessionEntry, {
    title: 'Active sessions',
    filter: false,
    poll: 5000,
    empty: 'No Telnet sessions.',
    kept: false,
    rowActions: Disconnect,
  }),
];

/** Whether the administrator wants a service that sends his password in the clear. */
function sureOfClearText(changes: readonly Change[]): Sure {
  if (!changes.some(({ column, to }) => column === 'telnetState' && to === Status.enabled)) return true;
  return { text: translate('Telnet sends everything unencrypted, including passwords. Enable it anyway?') };
}

function Disconnect({ row: { telnetSessionId: number } }: { readonly row: RowOf<typeof telnetSessionEntry> }) {
  return <DisconnectSession number={number} call={setGroup(telnetCtrl, { telnetDisconnect: number })} />;
}
