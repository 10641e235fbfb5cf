import { useRef } from 'react';
import { Notice } from '../../console/elements/Notice.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useFieldMessage } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { askAboutAccount } from './ask-about-account.ts';
import { checkAccount } from './checks.ts';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';

/** Replaces the first account (docs/specification/system.md, "Wizard > setup1UserPassword"). */
export default function Setup1UserPassword() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="setup1UserPassword"
      title={t('Administrator account')}
      sentence={t('The account for administering this switch.')}
    >
      {present && (
        <WizardForm
          step="setup1UserPassword"
          present={present.values}
          back="setup0Info"
          next="setup2SelectManagement"
          check={(entries) => checkAccount(entries, present.values, present.factoryPassword)}
          ask={(entries) => askAboutAccount(entries, present.values)}
        >
          {present.factoryPassword ? (
            <Notice tone="warn">{t('The initial password is still in use. Choose your own.')}</Notice>
          ) : (
            <Notice>{t('Leave the passwords empty to keep the present one.')}</Notice>
          )}
          <FormFields>
            <FormField name="username" />
            <CurrentPassword isKnown={present.values.currentPassword !== ''} />
            <FormField name="password" />
            <FormField name="confirmPassword" />
          </FormFields>
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** Asked for only if it is not known from the login, or is not the right one. */
function CurrentPassword({ isKnown }: { readonly isKnown: boolean }) {
  const isRefused = useFieldMessage('currentPassword') !== undefined;
  // Once shown it stays: typing in it takes the message away.
  const isShown = useRef(!isKnown);
  isShown.current ||= isRefused;
  return isShown.current ? <FormField name="currentPassword" /> : null;
}
