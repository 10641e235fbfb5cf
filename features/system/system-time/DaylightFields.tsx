import { FormField } from '../../../console/form/FormField.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { DstMode } from './objects.ts';

const recurring = ['Month', 'Week', 'Weekday', 'Hour', 'Minute'];
const dated = ['Year', 'Month', 'Day', 'Hour', 'Minute'];

/** Daylight saving: the fields that its mode needs. */
export function DaylightFields() {
  const mode = Number(useDraftValue('dstMode'));
  const parts = mode === DstMode.recurring ? recurring : mode === DstMode.date ? dated : [];
  return (
    <>
      <FormField name="dstMode" />
      {mode !== DstMode.disabled && <FormField name="dstOffset" />}
      {['Start', 'End'].flatMap((edge) =>
        parts.map((part) => <FormField key={`${edge}${part}`} name={`dst${edge}${part}`} />),
      )}
    </>
  );
}
