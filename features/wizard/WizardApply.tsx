import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveToFlash } from '../../console/call/save-to-flash.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { toast } from '../../console/feedback/toast.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { takesDhcp } from './address.ts';
import { checkAccount } from './checks.ts';
import { withSaving } from './daylight-saving.ts';
import { chosenOver, clockWasSetAt, entriesOver } from './entries.ts';
import { Progress } from './Progress.tsx';
import { movesBrowser, writingsOf } from './plan.ts';
import { ruleHere } from './rule-here.ts';
import { backStep, finishesByItself, routeAfterMove } from './steps.ts';
import { useHere } from './use-here.ts';
import { type Present, usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { useWriting } from './use-writing.ts';
import { pathOf, WizardFrame } from './WizardFrame.tsx';
import styles from './wizard.module.css';

/** Lists what was chosen and writes it (docs/specification/system.md, "Wizard > WizardApply"). */
export default function WizardApply() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="WizardApply"
      title={t('Apply')}
      sentence={t('Settings in the order of writing. Unchanged settings are not written.')}
    >
      {present && <Apply present={present} />}
    </WizardFrame>
  );
}

function Apply({ present: found }: { readonly present: Present }) {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isHere = useHere();
  const state = useWizardState();
  // The values shown and written are those at the time the step was reached; writing changes what the device answers.
  const [present] = useState(() => ({ ...found, values: withSaving(found.values, ruleHere()) }));
  const { states, running, url, run } = useWriting();
  // The draft is put away once it is written; what is shown must not change with that.
  const [entries] = useState(() => entriesOver(present.values));
  const [before] = useState(() => chosenOver(present.values));
  const [setAt] = useState(clockWasSetAt);
  const [isFinishing] = useState(() => finishesByItself(state(present.values)));
  const writings = writingsOf({
    entries,
    present: before,
    clockAge: setAt === undefined ? undefined : Date.now() - setAt,
  });
  const account = Object.values(checkAccount(entries, present.values, present.factoryPassword))[0];
  const dhcp = takesDhcp(entries);
  const address = writings.find(({ name }) => name === 'address');
  const moves = address !== undefined && movesBrowser(window.location.hostname, present.address, address);

  const apply = async () => {
    if (
      moves &&
      !(await confirm(
        t('The address of this console changes.'),
        dhcp ? t('The new one is assigned by DHCP.') : urlAt(String(entries.ip)),
      ))
    ) {
      return;
    }
    if (!(await run(writings, routeAfterMove(state(present.values))))) return;
    wizardDraft.clear();
    // The address was reached: flash may hold it.
    if (address && address.calls.length > 0 && !(await saveToFlash())) return;
    toast(t('Success.'));
    await client.invalidateQueries();
    if (isHere()) void navigate('/');
  };
  // The browser has followed the switch: what is left is to save the address that was reached.
  const finishes = useRef(isFinishing && account === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!finishes.current) return;
    finishes.current = false;
    void apply();
  }, []);

  const back = backStep('WizardApply', state(present.values));
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
        <Progress writings={writings} states={states} url={url} dhcp={dhcp} />
        <div className={styles.buttons}>
          {back && (
            <Button disabled={running} onClick={() => void navigate(pathOf(back))}>
              {t('Back')}
            </Button>
          )}
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
