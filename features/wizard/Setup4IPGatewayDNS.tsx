import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../console/elements/Card.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { Values } from '../../model/wire/call.ts';
import { AddressMode } from '../system/l3-feature/objects.ts';
import { takesDhcp } from './address.ts';
import { checkAddress } from './checks.ts';
import { chosenOver, entriesOver } from './entries.ts';
import { Progress } from './Progress.tsx';
import { type Writing, writingsBeforeCloud } from './plan.ts';
import { backStep, movesAt, nextStep, routeAfterMove } from './steps.ts';
import { type Present, usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { useWriting } from './use-writing.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import styles from './wizard.module.css';

/**
 * The management address (docs/specification/system.md, "Wizard > setup4IPGatewayDNS"). The cloud is signed in to over it, so it is
 * written before.
 */
export default function Setup4IPGatewayDNS() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="setup4IPGatewayDNS"
      title={t('Management address')}
      sentence={t('The IP address of this switch and its console.')}
    >
      {present && <Address present={present} />}
    </WizardFrame>
  );
}

function Address({ present: found }: { readonly present: Present }) {
  const t = useText();
  const client = useQueryClient();
  // Writing changes what the device answers.
  const [present] = useState(found);
  const [writings, setWritings] = useState<readonly Writing[]>();
  const { states, running, url, run } = useWriting();
  const state = useWizardState();
  const { management } = state();
  const isCloud = management === 'cloud' && state().hasCloud;
  const move = async (entries: Values) => {
    const now = state(present.values);
    const chosen = { ...now, changesAddress: true };
    if (!movesAt('setup4IPGatewayDNS', chosen)) return true;
    const all = entriesOver(present.values);
    const before = writingsBeforeCloud({
      entries: { ...all, ...entries },
      present: chosenOver(present.values),
      clockAge: undefined,
    });
    const address = before.find(({ name }) => name === 'address');
    if (!address || address.calls.length === 0) return true;
    const sure = await confirm(
      t('The switch changes its address now, and applies the account and name.'),
      t('The login to the cloud takes place from there. Nothing is saved before the last step.'),
    );
    if (!sure) return false;
    setWritings(before);
    if (!(await run(before, routeAfterMove(chosen)))) return false;
    // It is in force: the account asks for the new password from now on.
    wizardDraft.change({ password: '', currentPassword: '' });
    await client.invalidateQueries();
    return true;
  };
  // An address that was not chosen yet comes from DHCP where the cloud manages the switch.
  const offered: Values = isCloud ? { ipAddrCfgMode: AddressMode.dynamic } : {};
  return (
    <>
      <div hidden={running}>
        <WizardForm
          step="setup4IPGatewayDNS"
          present={present.values}
          offered={offered}
          back={backStep('setup4IPGatewayDNS', state())}
          next={nextStep('setup4IPGatewayDNS', state()) ?? 'WizardApply'}
          check={checkAddress}
          before={move}
        >
          <AddressFields isCloud={isCloud} />
        </WizardForm>
      </div>
      {writings && (
        <Card>
          <div className={styles.inside}>
            <Progress writings={writings} states={states} url={url} dhcp={takesDhcp(entriesOver(present.values))} />
          </div>
        </Card>
      )}
    </>
  );
}

function AddressFields({ isCloud }: { readonly isCloud: boolean }) {
  const t = useText();
  const dhcp = Number(useDraftValue('ipAddrCfgMode')) === AddressMode.dynamic && t('from DHCP');
  return (
    <FormFields>
      <FormField name="ipAddrCfgMode" wide />
      <FormField name="ip" disabled={dhcp} />
      <FormField name="mask" disabled={dhcp} />
      <FormField name="gateway" disabled={dhcp} />
      {!isCloud && <FormField name="dns" disabled={dhcp} />}
    </FormFields>
  );
}
