import { useObservable } from '../../console/feedback/use-observable.ts';
import { FormField } from '../../console/form/FormField.tsx';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { useText } from '../../console/translations/use-text.ts';
import { Management } from './plan.ts';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';

/** Cloud or local management (reference: Wizard setup2SelectManagement). */
export default function Setup2SelectManagement() {
  const t = useText();
  const present = usePresent();
  const cloud = useObservable(cloudMode);
  return (
    <WizardFrame
      step="setup2SelectManagement"
      title={t('Management')}
      sentence={t('Whether this switch is managed here or from the cloud.')}
    >
      {present && (
        <WizardForm
          step="setup2SelectManagement"
          present={present.values}
          back="setup1UserPassword"
          next={(entries) =>
            cloud && Number(entries.switchManagement) === Management.cloud ? 'setup3timeLocalCloud' : 'setup3timeLocal'
          }
        >
          <FormField
            name="switchManagement"
            {...(!cloud && {
              choices: [Management.local],
              help: t('Cloud management cannot be chosen: this device has no cloud mode.'),
            })}
          />
        </WizardForm>
      )}
    </WizardFrame>
  );
}
