import { setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useGroup } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { sysSystemCtrl } from '../system/system-management/objects.ts';
import { keepStep } from './entries.ts';
import { sysWizard } from './objects.ts';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';

/** The wizard's first step: what the device is, and whether to set it up (docs/specification/system.md, "Wizard > setup0Info"). */
export default function Setup0Info() {
  const t = useText();
  const present = usePresent();
  const { data: identity } = useGroup(sysSystemCtrl);
  return (
    <WizardFrame
      step="setup0Info"
      title={t('Welcome')}
      sentence={t('Set up your account, the clock and the address. Nothing is written before the last step.')}
    >
      {present && (
        <WizardForm step="setup0Info" present={present.values} next="setup1UserPassword" actions={<ExitButton />}>
          <FactList
            facts={[
              { name: t('Model'), value: identity?.modelName },
              {
                name: t('Firmware / Hardware version'),
                value: identity && `${identity.sysSoftwareVersion} / ${identity.sysHardwareVersion}`,
              },
              { name: t('Serial number'), value: identity?.sysSerialNumber },
              { name: t('MAC address'), value: identity?.systemSwitchBaseMacAddress },
              { name: t('Current IP'), value: present.address },
              { name: t('Obtained by'), value: present.origin === 'dhcp' ? t('DHCP') : t('Manual') },
            ]}
          />
          <FormFields>
            <FormField name="sysName" />
            <FormField name="setup" />
          </FormFields>
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** Leaves the wizard; only the choice to ignore it from now on is written. */
function ExitButton() {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const setup = useDraftValue('setup');
  const sysName = useDraftValue('sysName');
  const exit = async () => {
    if (!(await confirm(t('Leave the setup? You can come back at any time.')))) return;
    keepStep('setup0Info', { setup, sysName: sysName ?? '' });
    if (Number(setup) === 1) {
      const { ok } = await apply(setGroup(sysWizard, { sysWizardDone: 1 }), { what: 'Setup wizard ignored' });
      if (!ok) return;
    }
    void navigate('/');
  };
  return (
    <Button busy={pending} onClick={() => void exit()}>
      {t('Exit')}
    </Button>
  );
}
