import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRow } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { form } from '../../../console/page/form.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { sysScheduleRebootEntry } from './objects.ts';

const index = { sysScheduleRebootIndex: 1 };

/** Sets a time to restart at, and takes it back. */
export const RebootSchedule = form(
  { object: sysScheduleRebootEntry, index },
  {
    title: 'Scheduled reboot',
    actions: CancelButton,
    fields: [
      'rebootScheduleState',
      'rebootScheduleSave',
      {
        name: 'rebootScheduleTime',
        wide: true,
        help: 'A time on the clock of the switch, at most 365 days ahead.',
      },
    ],
  },
);

function CancelButton() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useRow(sysScheduleRebootEntry, index);
  if (data?.rebootScheduleState !== Status.enabled) return null;
  const cancel = () => void apply(setRow(sysScheduleRebootEntry, { ...index, rebootScheduleState: 2 }));
  return (
    <Button look="text" destructive busy={pending} onClick={cancel}>
      {t('Cancel schedule')}
    </Button>
  );
}
