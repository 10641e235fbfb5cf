import { useContext, useEffect, useState } from 'react';
import { failureText } from '../../console/call/failure.ts';
import { setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useGroup } from '../../console/call/use-reads.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import { CloudConnectState, sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { withSaving } from './daylight-saving.ts';
import { chosenOver, clockWasSetAt, entriesOver, keepStep } from './entries.ts';
import { dnsCalls, timeCalls } from './plan.ts';
import { ruleHere } from './rule-here.ts';
import { useHere } from './use-here.ts';
import { type Present, usePresent } from './use-present.ts';
import { LeaveStep, pathOf, WizardFrame } from './WizardFrame.tsx';
import styles from './wizard.module.css';
import { Management } from './wizard-entries.ts';

/**
 * Milliseconds between two looks at the state, and until the wizard gives up (docs/specification/system.md, "Wizard > cloud login
 * step").
 */
const POLL = 3_000;
const PATIENCE = 60_000;

const { systemCloudAccount, systemCloudFingerprint, systemCloudPassword } = sysCloudCtrl.fields;

/** Signs in to the cloud (docs/specification/system.md, "Wizard > cloud login step"). */
export default function Setup5CloudLogin() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="setup5CloudLogin"
      title={t('Cloud')}
      sentence={t(
        'The account that manages this switch. Joining the cloud is saved at once, the rest in the last step.',
      )}
    >
      {present && <SignIn present={present} />}
    </WizardFrame>
  );
}

function SignIn({ present }: { readonly present: Present }) {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const isHere = useHere();
  const [entries] = useState(() => entriesOver(withSaving(present.values, ruleHere())));
  const [before] = useState(() => chosenOver(withSaving(present.values, ruleHere())));
  const [account, setAccount] = useState(String(entries.cloudAccount ?? ''));
  const [fingerprint, setFingerprint] = useState(String(entries.cloudFingerprint ?? ''));
  const [password, setPassword] = useState('');
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState('');
  const [waiting, setWaiting] = useState(false);
  const keep = () => keepStep('setup5CloudLogin', { cloudAccount: account, cloudFingerprint: fingerprint });

  const connect = async () => {
    const found: Record<string, string> = {};
    const readings = {
      account: systemCloudAccount.read(account),
      fingerprint: systemCloudFingerprint.read(fingerprint),
    };
    for (const [name, reading] of Object.entries(readings)) if (!reading.ok) found[name] = wordsOf(reading.message, t);
    if (account === '') found.account = t('Please enter the account.');
    const secret = systemCloudPassword.read(password);
    if (!secret.ok) found.password = wordsOf(secret.message, t);
    if (password === '') found.password = t('Please enter the password of the account.');
    setMessages(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    keep();
    const setAt = clockWasSetAt();
    // A secure connection needs the right time, and the cloud has to be found.
    const calls: readonly ObjectCall[] = [
      ...timeCalls(entries, before, setAt === undefined ? undefined : Date.now() - setAt),
      ...dnsCalls(entries, before),
      setGroup(sysCloudCtrl, {
        systemCloudState: Status.enabled,
        systemCloudFingerprint: fingerprint,
        systemCloudAccount: account,
        systemCloudPassword: password,
      }),
    ];
    const applied = await apply(calls, { what: 'Setup wizard: Cloud', success: false, quiet: true });
    if (applied.ok) setWaiting(true);
    else if (!applied.cancelled) setRefused(failureText(applied.failure, t));
  };
  const leave = useContext(LeaveStep);
  // Forward leads the login only: Apply has to find the cloud joined.
  leave.current = (target, forward) => {
    if (!forward) {
      keep();
      void navigate(pathOf(target));
    } else if (!pending && !waiting) void connect();
  };
  const manageLocally = async () => {
    wizardDraft.change({ switchManagement: String(Management.local) });
    await apply(setGroup(sysCloudCtrl, { systemCloudState: Status.disabled }), { success: false });
    if (isHere()) void navigate(pathOf('WizardApply'));
  };
  const changed = (set: (value: string) => void) => (value: unknown) => {
    set(String(value));
    setMessages({});
  };

  return (
    <Card>
      <div className={styles.inside}>
        <PlainForm onSubmit={connect}>
          <FormFields>
            <PlainField
              field={systemCloudAccount}
              value={account}
              onChange={changed(setAccount)}
              help={t('Name or e-mail address of your cloud account.')}
              message={messages.account}
            />
            <PlainField
              field={systemCloudPassword}
              value={password}
              onChange={changed(setPassword)}
              message={messages.password}
            />
            <PlainField
              field={systemCloudFingerprint}
              value={fingerprint}
              onChange={changed(setFingerprint)}
              message={messages.fingerprint}
            />
          </FormFields>
          {refused !== '' && (
            <Notice tone="bad" live>
              {refused}
            </Notice>
          )}
          {waiting && (
            <>
              <Notice live>{t('The switch is logging in to the cloud. This can take a minute.')}</Notice>
              <Outcome />
            </>
          )}
          <div className={styles.buttons}>
            <Button
              onClick={() => {
                keep();
                void navigate(pathOf('setup4DNS'));
              }}
            >
              {t('Back')}
            </Button>
            <ApplyButton type="submit" busy={pending || waiting}>
              {t('Connect')}
            </ApplyButton>
            <Button onClick={() => void manageLocally()}>{t('Manage locally')}</Button>
          </div>
        </PlainForm>
      </div>
    </Card>
  );
}

/** Waits for what becomes of the connection, and goes on to where that leads. */
function Outcome() {
  const navigate = useNavigate();
  const { apply } = useApply();
  const isHere = useHere();
  const { data } = useGroup(sysCloudCtrl, { poll: POLL });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  const state = data?.systemCloudConnectState;
  const isOn = data?.systemCloudState === Status.enabled;
  const failed = isLate || (isOn && state === CloudConnectState.fail);
  useEffect(() => {
    if (isOn && state === CloudConnectState.success) void navigate(pathOf('WizardApply'));
  }, [isOn, state, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has failed
  useEffect(() => {
    if (!failed) return;
    // The switch stops its attempts until somebody tries again.
    void apply(setGroup(sysCloudCtrl, { systemCloudState: Status.disabled }), { success: false }).then(() => {
      if (isHere()) void navigate(pathOf('setup5CloudLoginFail'));
    });
  }, [failed]);
  return null;
}
