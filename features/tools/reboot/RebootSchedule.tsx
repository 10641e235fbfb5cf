import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRow } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { sysScheduleRebootEntry } from './objects.ts';

const index = { sysScheduleRebootIndex: 1 };

/** Sets a time to restart at, and takes it back. */
export function RebootSchedule() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useRow(sysScheduleRebootEntry, index);
  const cancel = () => void apply(setRow(sysScheduleRebootEntry, { ...index, rebootScheduleState: 2 }));
  return (
    <RowForm
      object={sysScheduleRebootEntry}
      index={index}
      title={t('Scheduled reboot')}
      what="Scheduled reboot"
      actions={
        data?.rebootScheduleState === 1 && (
          <Button look="text" destructive busy={pending} onClick={cancel}>
            {t('Cancel schedule')}
          </Button>
        )
      }
    >
      <FormFields>
        <FormField name="rebootScheduleState" />
        <FormField name="rebootScheduleSave" />
        <FormField
          name="rebootScheduleTime"
          wide
          help={t('A time on the clock of the switch, at most 365 days ahead.')}
        />
      </FormFields>
    </RowForm>
  );
}
