import { useMemo } from 'react';
import { useRow } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import type { Draft } from '../../../console/form/form-part.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { table } from '../../../model/schema/object.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { passwordsDiffer, sysUserEntry } from './objects.ts';

const { sysUserName, oldPassword, sysUserPassword, confirmPassword, sysUserRevokeTokens } = sysUserEntry.fields;

/** The form's fields of `sysUserEntry`: entered passwords are sent, and never shown or kept. */
const accountForm = table(sysUserEntry.name, {
  title: sysUserEntry.title,
  index: sysUserEntry.index,
  columns: {
    sysUserName,
    oldPassword: { ...oldPassword, access: 'wo' },
    sysUserPassword: { ...sysUserPassword, access: 'wo' },
    confirmPassword: { ...confirmPassword, access: 'wo' },
    sysUserRevokeTokens: { ...sysUserRevokeTokens, access: 'rw' },
  },
  rows: sysUserEntry.rows,
  rowName: () => say('the administrator account'),
});

/** System > Modify Administration: name and password of the account (docs/specification/system.md). */
export default function ModifyAdministration() {
  const t = useText();
  const navigate = useNavigate();
  const { data, error } = useRow(sysUserEntry, { sysUserIndex: 1 });
  const parts = useMemo(
    () => [
      {
        object: accountForm,
        values: data && { sysUserIndex: 1, sysUserName: data.sysUserName, sysUserRevokeTokens: TruthValue.no },
      },
    ],
    [data],
  );
  const back = () => void navigate('/System/Administration');
  const check = (draft: Draft): Record<string, string> => {
    const typed = (column: string) => String(draft[`${accountForm.name}/${column}`] ?? '');
    return typed('sysUserPassword') === typed('confirmPassword')
      ? {}
      : { confirmPassword: wordsOf(passwordsDiffer, t) };
  };
  return (
    <Page>
      <ObjectForm
        parts={parts}
        failure={error}
        title={t('Administrator account')}
        what="Modify Administration"
        check={check}
        onApplied={back}
        onCancel={back}
      >
        <FormFields>
          <FormField name="sysUserName" />
          <FormField name="oldPassword" />
          <FormField name="sysUserPassword" />
          <FormField name="confirmPassword" />
          <FormField name="sysUserRevokeTokens" />
        </FormFields>
      </ObjectForm>
    </Page>
  );
}
