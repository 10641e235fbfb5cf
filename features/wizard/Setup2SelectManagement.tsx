import { useObservable } from '../../console/feedback/use-observable.ts';
import { FormField } from '../../console/form/FormField.tsx';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { useText } from '../../console/translations/use-text.ts';
import { nextStep } from './steps.ts';
import { usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import { Management } from './wizard-entries.ts';

/** Cloud or local management (docs/specification/system.md, "Wizard > setup2SelectManagement"). */
export default function Setup2SelectManagement() {
  const t = useText();
  const present = usePresent();
  const cloud = useObservable(cloudMode);
  const state = useWizardState();
  return (
    <WizardFrame
      step="setup2SelectManagement"
      title={t('Management')}
      sentence={t('Manage this switch locally or from the cloud.')}
    >
      {present && (
        <WizardForm
          step="setup2SelectManagement"
          present={present.values}
          back="setup1UserPassword"
          next={({ switchManagement }) =>
            nextStep('setup2SelectManagement', {
              ...state(),
              management: Number(switchManagement) === Management.cloud ? 'cloud' : 'local',
            }) ?? 'setup3timeLocal'
          }
        >
          <FormField
            name="switchManagement"
            {...(!cloud && {
              choices: [Management.local],
              help: t('Cloud management cannot be selected: this device has no cloud mode.'),
            })}
          />
        </WizardForm>
      )}
    </WizardFrame>
  );
}
