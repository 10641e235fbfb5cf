import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import type { Draft } from '../../console/form/form-part.ts';
import { ObjectForm } from '../../console/form/ObjectForm.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { group } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { fleetOwnAccount, passwordsDiffer } from './objects.ts';

const { fleetOwnPresent, fleetOwnPassword, fleetOwnConfirm } = fleetOwnAccount.fields;

/** The form's fields: entered passwords are sent, and never shown or stored. */
const passwordForm = group(fleetOwnAccount.name, {
  title: fleetOwnAccount.title,
  fields: {
    fleetOwnPresent: { ...fleetOwnPresent, access: 'wo' },
    fleetOwnPassword: { ...fleetOwnPassword, access: 'wo' },
    fleetOwnConfirm: { ...fleetOwnConfirm, access: 'wo' },
  },
});

const parts = [{ object: passwordForm, values: {} }];

/** The own password, for administrators and observers. */
export function OwnPassword() {
  const t = useText();
  const check = (draft: Draft): Record<string, string> => {
    const typed = (column: string) => String(draft[`${passwordForm.name}/${column}`] ?? '');
    return typed('fleetOwnPassword') === typed('fleetOwnConfirm')
      ? {}
      : { fleetOwnConfirm: wordsOf(passwordsDiffer, t) };
  };
  return (
    <ObjectForm parts={parts} title={t('Own password')} what="Users" check={check}>
      <FormFields>
        <FormField name="fleetOwnPresent" />
        <FormField name="fleetOwnPassword" />
        <FormField name="fleetOwnConfirm" />
      </FormFields>
    </ObjectForm>
  );
}
