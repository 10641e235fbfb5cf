import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { timeRangeEntry } from '../time-range/objects.ts';

/** One of the time ranges, or none. */
export function TimeRangeControl({ field: _, ...props }: ControlProps) {
  const t = useText();
  const ranges = useRows(timeRangeEntry).data ?? [];
  const offered = ranges.map(({ timeRangeName: name }) => ({ value: name, words: name }));
  return (
    <SelectBox
      {...props}
      offered={[{ value: '', words: t('None') }, ...offered]}
      unknown={String(props.value)}
      onChoose={props.onChange}
    />
  );
}
