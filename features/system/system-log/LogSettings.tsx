import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { GroupForm } from '../../../console/form/object-forms.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { LogSaveMode, syslogCtrl } from './objects.ts';

/** How the log is kept. */
export function LogSettings() {
  const t = useText();
  const { apply, pending } = useApply();
  return (
    <GroupForm
      object={syslogCtrl}
      title={t('Settings')}
      what="System Log"
      actions={
        <Button look="text" busy={pending} onClick={() => void apply(setGroup(syslogCtrl, { syslogSaveNow: 1 }))}>
          {t('Save log now')}
        </Button>
      }
    >
      <FormFields>
        <FormField name="syslogState" />
        <FormField name="syslogTimeStamp" />
        <FormField name="syslogLocalSeverity" />
        <FormField name="syslogBufferSize" />
        <FormField name="syslogBufferFull" />
        <FormField name="syslogSaveMode" />
        <IntervalField />
      </FormFields>
    </GroupForm>
  );
}

/** Matters only while the log is saved at an interval. */
function IntervalField() {
  const t = useText();
  const byInterval = Number(useDraftValue('syslogSaveMode')) === LogSaveMode.interval;
  return <FormField name="syslogSaveInterval" disabled={!byInterval && t('Only for saving at an interval.')} />;
}
