import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveToFlash } from '../../console/call/save-to-flash.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { toast } from '../../console/feedback/toast.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { deviceConstants } from '../../console/session/constants.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { AddressMode } from '../system/l3-feature/objects.ts';
import { checkAccount } from './checks.ts';
import { clockWasSetAt, entriesOver } from './entries.ts';
import { HandOver } from './HandOver.tsx';
import { NewAddress } from './NewAddress.tsx';
import { handsOver, movesBrowser, type Writing, writingsOf } from './plan.ts';
import { type Present, usePresent } from './use-present.ts';
import { pathOf, WizardFrame } from './WizardFrame.tsx';
import { type WritingRow, WritingTable } from './WritingTable.tsx';
import styles from './wizard.module.css';
import { write } from './write.ts';

/** Lists what was chosen and writes it (reference: WizardApply). */
export default function WizardApply() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="WizardApply"
      title={t('Apply')}
      sentence={t('This is what will be written, in this order. What you left as it is stays as it is.')}
    >
      {present && <Apply present={present} />}
    </WizardFrame>
  );
}

function Apply({ present: found }: { readonly present: Present }) {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  // What is shown and written is what stood there when the step was reached; writing changes what the device answers.
  const [present] = useState(found);
  const [states, setStates] = useState<Readonly<Partial<Record<Writing['name'], WritingRow>>>>({});
  const [running, setRunning] = useState(false);
  const [newAddress, setNewAddress] = useState<{ readonly url: string | undefined } | 'handOver'>();
  // The draft is put away once it is written; what is shown must not change with that.
  const [entries] = useState(() => entriesOver(present.values));
  const [setAt] = useState(clockWasSetAt);
  const chosen = (goesOn = false) =>
    writingsOf({
      entries,
      present: present.values,
      clockAge: setAt === undefined ? undefined : Date.now() - setAt,
      handsOver: goesOn,
    });
  const writings = chosen();
  const account = Object.values(checkAccount(entries, present.values, present.factoryPassword))[0];
  const dhcp = Number(entries.ipAddrCfgMode) === AddressMode.dynamic;
  const address = writings.find(({ name }) => name === 'address');
  const moves = address !== undefined && movesBrowser(window.location.hostname, present.values, address);
  const url = dhcp ? undefined : urlAt(String(entries.ip));

  const apply = async () => {
    if (
      moves &&
      !(await confirm(t('The address of this console changes.'), url ?? t('A DHCP server gives the new one.')))
    ) {
      return;
    }
    setRunning(true);
    setStates({});
    const { configIsDefault } = await deviceConstants().catch(() => ({ configIsDefault: false }));
    const goesOn = handsOver(entries, present.values, window.location.hostname, configIsDefault);
    const { complete, provisional } = await write(chosen(goesOn), (name, state, message = '') =>
      setStates((before) => ({ ...before, [name]: { state, message } })),
    );
    setRunning(false);
    if (!complete) return;
    wizardDraft.clear();
    if (goesOn) {
      setNewAddress('handOver');
      return;
    }
    if (provisional || moves) {
      setNewAddress({ url });
      return;
    }
    // The address was reached with the answer just now: flash may hold it.
    if (address && address.calls.length > 0 && !(await saveToFlash())) return;
    toast(t('Success.'));
    await client.invalidateQueries();
    void navigate('/');
  };

  if (newAddress === 'handOver') return <HandOver />;
  if (newAddress) return <NewAddress url={newAddress.url} />;
  return (
    <Card>
      <div className={styles.inside}>
        {account !== undefined && (
          <Notice
            tone="warn"
            actions={<Button onClick={() => void navigate(pathOf('setup1UserPassword'))}>{t('To the account')}</Button>}
          >
            {t(account)}
          </Notice>
        )}
        <WritingTable writings={writings} states={states} />
        <div className={styles.buttons}>
          <Button disabled={running} onClick={() => void navigate(pathOf('setup4IPGatewayDNS'))}>
            {t('Back')}
          </Button>
          <ApplyButton busy={running} disabled={account !== undefined} onClick={() => void apply()}>
            {t('Apply')}
          </ApplyButton>
        </div>
      </div>
    </Card>
  );
}

/** This console's address with another host. */
function urlAt(host: string): string {
  const { protocol, port } = window.location;
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}/`;
}
