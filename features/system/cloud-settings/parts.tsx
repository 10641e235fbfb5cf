import { useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import type { Draft } from '../../../console/form/form-part.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { form } from '../../../console/page/form.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { apiTokenList } from '../../api-token-list.tsx';
import { CloudChecks } from '../../CloudChecks.tsx';
import styles from './cloud-settings.module.css';
import { CloudConnectState, CloudOwner, sysCloudCtrl } from './objects.ts';
import { useCloudState } from './use-cloud-state.ts';

const { fields } = sysCloudCtrl;

const tones: Readonly<Record<number, Tone>> = {
  [CloudConnectState.fail]: 'bad',
  [CloudConnectState.connecting]: 'warn',
  [CloudConnectState.success]: 'ok',
  [CloudConnectState.disconnected]: 'neutral',
};

export default [
  Connection,
  form(sysCloudCtrl, {
    title: 'Cloud management',
    what: 'Cloud Settings',
    fields: [['systemCloudState', { name: 'systemCloudFingerprint', wide: true }]],
    check: notTurnedOffHere,
  }),
  SignIn,
  LocalControl,
  Tokens,
];

/** The way off is a card of its own while the cloud decides: it asks for the password. */
function notTurnedOffHere(draft: Draft): Readonly<Record<string, string>> {
  const chosen = (column: string) => draft[`${sysCloudCtrl.name}/${column}`];
  return chosen('systemCloudState') === Status.disabled && chosen('systemCloudOwner') === CloudOwner.cloud
    ? {
        systemCloudState:
          'Take local control below: it disables cloud management, and requires the password of this switch.',
      }
    : {};
}

/** State of the connection, claim of the switch, and obstacles. */
function Connection() {
  const t = useText();
  const navigate = useNavigate();
  const state = useCloudState();
  return (
    <Card title={t('Connection')}>
      <FactList
        facts={[
          {
            name: t(fields.systemCloudConnectState.label),
            value: state && (
              <Tag tone={tones[state.systemCloudConnectState] ?? 'neutral'}>
                {t(fields.systemCloudConnectState.show(state.systemCloudConnectState))}
              </Tag>
            ),
          },
          {
            name: t(fields.systemCloudOwner.label),
            value: state && t(fields.systemCloudOwner.show(state.systemCloudOwner)),
          },
          { name: t(fields.systemCloudServer.label), value: state?.systemCloudServer },
          {
            name: t(fields.systemCloudSince.label),
            value: state && t(fields.systemCloudSince.show(state.systemCloudSince)),
          },
          { name: t(fields.systemCloudDeviceId.label), value: state?.systemCloudDeviceId },
          {
            name: t(fields.systemCloudClaimCode.label),
            value: state && <span className={styles.code}>{state.systemCloudClaimCode}</span>,
          },
        ]}
      />
      {state?.systemCloudAwaitsSetup === TruthValue.yes && (
        <Notice
          tone="warn"
          actions={<Button onClick={() => void navigate('/Wizard/setup0Info')}>{t('Setup wizard')}</Button>}
        >
          {t('The cloud has claimed this switch. It manages the switch once the setup wizard is finished.')}
        </Notice>
      )}
      {state && <CloudChecks state={state} />}
    </Card>
  );
}

/** Signs in to the cloud with an account, which claims the switch at once. */
function SignIn() {
  const t = useText();
  const { apply, pending } = useApply();
  const state = useCloudState();
  const [typed, setTyped] = useState<string>();
  const [password, setPassword] = useState('');
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  const account = typed ?? state?.systemCloudAccount ?? '';
  const connect = async () => {
    const readings = {
      systemCloudAccount: fields.systemCloudAccount.read(account),
      systemCloudPassword: fields.systemCloudPassword.read(password),
    };
    const found: Record<string, string> = {};
    for (const [column, reading] of Object.entries(readings))
      if (!reading.ok) found[column] = wordsOf(reading.message, t);
    if (account === '') found.systemCloudAccount = t('Please enter the account.');
    if (password === '') found.systemCloudPassword = t('Please enter the password of the account.');
    setMessages(found);
    if (Object.keys(found).length > 0) return;
    const call = setGroup(sysCloudCtrl, {
      systemCloudState: Status.enabled,
      systemCloudAccount: account,
      systemCloudPassword: password,
    });
    const applied = await apply(call, {
      what: 'Cloud Settings',
      success: t('The switch is logging in to the cloud.'),
      quiet: true,
    });
    if (applied.ok) {
      setPassword('');
      return;
    }
    if (applied.cancelled) return;
    const column = refusedColumn(applied.failure, sysCloudCtrl);
    if (column === undefined || !(column in readings)) report(applied.failure);
    else setMessages({ [column]: failureText(applied.failure, t) });
  };
  return (
    <Card title={t('Log in with an account')}>
      <PlainForm onSubmit={connect}>
        <FormFields>
          <PlainField
            field={fields.systemCloudAccount}
            value={account}
            onChange={(value) => {
              setTyped(String(value));
              setMessages({});
            }}
            message={messages.systemCloudAccount}
          />
          <PlainField
            field={fields.systemCloudPassword}
            value={password}
            onChange={(value) => {
              setPassword(String(value));
              setMessages({});
            }}
            message={messages.systemCloudPassword}
          />
        </FormFields>
        <ApplyButton type="submit" look="outlined" busy={pending}>
          {t('Connect')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}

/** Takes the switch back from the cloud, there or not; its password is asked for. */
function LocalControl() {
  const t = useText();
  const { apply, pending } = useApply();
  const state = useCloudState();
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState('');
  if (state?.systemCloudOwner !== CloudOwner.cloud) return null;
  const take = async () => {
    const call = setGroup(sysCloudCtrl, { systemCloudState: Status.disabled, systemCloudOwnPassword: password });
    const applied = await apply(call, { what: 'Cloud Settings', quiet: true });
    // The menus that the cloud had taken over come back with the page.
    if (applied.ok) window.location.reload();
    else if (!applied.cancelled) {
      if (refusedColumn(applied.failure, sysCloudCtrl) === 'systemCloudOwnPassword')
        setMessage(failureText(applied.failure, t));
      else report(applied.failure);
    }
  };
  return (
    <Card title={t('Local control')}>
      <p>
        {t(
          'The cloud manages the settings of this switch; changes here are refused. Taking local control disables cloud management, even if the cloud is unreachable. All settings stay.',
        )}
      </p>
      <PlainForm onSubmit={take}>
        <FormFields>
          <PlainField
            field={fields.systemCloudOwnPassword}
            value={password}
            onChange={(value) => {
              setPassword(String(value));
              setMessage('');
            }}
            message={message || undefined}
          />
        </FormFields>
        <ApplyButton type="submit" look="outlined" destructive busy={pending}>
          {t('Take local control')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}

const ApiTokenList = apiTokenList();

/** Access by API tokens stays while the cloud manages the switch, and so does the way to revoke it. */
function Tokens() {
  return useCloudState()?.systemCloudOwner === CloudOwner.cloud ? <ApiTokenList /> : null;
}
