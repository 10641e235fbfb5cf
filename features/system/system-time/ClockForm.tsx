import { useMemo, useState } from 'react';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { useSetDraftValue } from '../../../console/form/form-context.ts';
import type { Draft } from '../../../console/form/form-part.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { group } from '../../../model/schema/object.ts';
import { type DateTime, dateTimeExists, localDateTime, parseDateTime } from '../../../model/values/date-time.ts';
import { clockColumns, sysTimeCtrl, TimeSource } from './objects.ts';
import styles from './time.module.css';

const { year, month, day, hour, minute, second } = sysTimeCtrl.fields;

/** The parts of date and time as a form edits them. */
const clock = group(sysTimeCtrl.name, {
  title: 'Date and time',
  fields: {
    year: { ...year, access: 'rw' },
    month: { ...month, access: 'rw' },
    day: { ...day, access: 'rw' },
    hour: { ...hour, access: 'rw' },
    minute: { ...minute, access: 'rw' },
    second: { ...second, access: 'rw' },
  },
});

/** Sets the clock by hand; disabled while SNTP sets it. */
export function ClockForm() {
  const t = useText();
  const { data: settings, error } = useGroup(sysTimeCtrl);
  // The boxes show the time at which the page was opened or the clock last set; they do not run.
  const [shown, setShown] = useState<string>();
  if (shown === undefined && settings) setShown(settings.sysTimeCurrent);
  const parts = useMemo(() => [{ object: clock, values: shown === undefined ? undefined : partsOf(shown) }], [shown]);
  const sntp = settings?.sysTimeSource === TimeSource.sntp;
  const check = (draft: Draft): Record<string, string> =>
    dateTimeExists({ ...draftTime(draft), hour: 0, minute: 0, second: 0 })
      ? {}
      : { day: t('The date does not exist.') };
  return (
    <ObjectForm
      parts={parts}
      failure={error}
      title={t('Date and time')}
      what="Set the clock"
      disabled={sntp && t('The clock is set by SNTP.')}
      check={check}
      onApplied={() => setShown(undefined)}
    >
      <div className={styles.clock}>
        {clockColumns.map((column) => (
          <FormField key={column} name={column} help={false} />
        ))}
      </div>
      {!sntp && <BrowserTime />}
    </ObjectForm>
  );
}

/** Fills the boxes from the clock of the computer that shows the page. */
function BrowserTime() {
  const t = useText();
  const set = useSetDraftValue();
  const fill = () => {
    for (const [column, value] of Object.entries(localDateTime(new Date()))) set(column, value);
  };
  return (
    <div>
      <Button onClick={fill}>{t("Use this computer's time")}</Button>
    </div>
  );
}

function partsOf(text: string): Record<keyof DateTime, number> | undefined {
  const time = parseDateTime(text);
  return time && { ...time };
}

function draftTime(draft: Draft): DateTime {
  const part = (name: string) => Number(draft[`${clock.name}/${name}`]);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}
