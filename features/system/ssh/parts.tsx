import { useRef } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { toast } from '../../../console/feedback/toast.ts';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { DisconnectSession } from '../DisconnectSession.tsx';
import { sshCtrl, sshHostKeyEntry, sshSessionEntry, sshUserKeyEntry } from './objects.ts';

/** Octets of a file of public keys at most. */
const FILE = 16_384;

export default [
  form(sshCtrl, {
    title: 'Server',
    what: 'SSH',
    fields: [
      ['sshState', 'sshServicePort', 'sshMaxSessions'],
      ['sshAuthMethods', 'sshAuthRetries', 'sshAuthTimeout'],
      ['sshPollInterval', 'sshRekeyInterval', 'sshVlan'],
    ],
  }),
  facts('Reachable at', [fact(sshCtrl, 'sshListening'), fact(sshCtrl, 'sshVersion')], { poll: 5000 }),
  list(sshHostKeyEntry, {
    title: 'Host keys',
    filter: false,
    poll: 5000,
    empty: 'Host keys are generated when SSH is enabled for the first time.',
    kept: false,
    actions: HostKeyActions,
  }),
  list(sshUserKeyEntry, {
    title: 'Public keys of the administrator',
    filter: false,
    empty: 'No public keys configured.',
    kept: false,
    actions: UserKeyActions,
  }),
  list(sshSessionEntry, {
    title: 'Active sessions',
    filter: false,
    poll: 5000,
    empty: 'No SSH sessions.',
    kept: false,
    rowActions: Disconnect,
  }),
];

/** Makes new host keys, once the administrator knows what his clients will say. */
function HostKeyActions() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(sshCtrl);
  const isOff = data?.sshState !== Status.enabled;
  const generate = async () => {
    const question = t('Clients that know the present host keys will warn of an attack. Generate new ones?');
    if (await confirm(question)) await apply(setGroup(sshCtrl, { sshGenerateKeys: 1 }), { what: 'SSH host keys' });
  };
  return (
    <Button look="text" busy={pending} disabled={isOff} onClick={() => void generate()}>
      {t('Generate keys')}
    </Button>
  );
}

/** Replaces the administrator's keys by the lines of a file, or by none. */
function UserKeyActions() {
  const t = useText();
  const { apply, pending } = useApply();
  const file = useRef<HTMLInputElement>(null);
  const { data: keys = [] } = useRows(sshUserKeyEntry);
  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > FILE) toast(t('The file is too large for public keys.'), 'info');
    else await apply(setGroup(sshCtrl, { sshUserKeyFile: await chosen.text() }), { what: 'SSH public keys' });
    if (file.current) file.current.value = '';
  };
  const remove = async () => {
    const question = t('Delete all public keys? Logging in by key is then no longer possible.');
    if (await confirm(question)) await apply(setGroup(sshCtrl, { sshUserKeyFile: '' }), { what: 'SSH public keys' });
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('File of public keys')}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <Button look="text" busy={pending} onClick={() => file.current?.click()}>
        {keys.length > 0 ? t('Replace public keys') : t('Upload public keys')}
      </Button>
      <Button look="text" destructive disabled={keys.length === 0} onClick={() => void remove()}>
        {t('Delete public keys')}
      </Button>
    </>
  );
}

function Disconnect({ row: { sshSessionId: number } }: { readonly row: RowOf<typeof sshSessionEntry> }) {
  return <DisconnectSession number={number} call={setGroup(sshCtrl, { sshDisconnect: number })} />;
}
