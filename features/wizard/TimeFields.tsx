import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../console/elements/Button.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraft, useDraftValue, useSetDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { localDateTime } from '../../model/values/date-time.ts';
import { TimeSource } from '../system/system-time/objects.ts';
import { DaylightSavingField } from './DaylightSavingField.tsx';
import { clockFields } from './entries.ts';
import styles from './wizard.module.css';
import { entryKey } from './wizard-entries.ts';

interface TimeFieldsProps {
  /** The device's choice of daylight saving. */
  readonly present: number;
  /** The moment at which the six boxes were last filled; is kept here. */
  readonly filledAt: RefObject<number | undefined>;
}

/** Zone, daylight saving, clock source and clock. */
export function TimeFields({ present, filledAt }: TimeFieldsProps) {
  const t = useText();
  const set = useSetDraftValue();
  const sntp = Number(useDraftValue('sysTimeSource')) === TimeSource.sntp;
  const draft = useDraft();
  const boxes = clockFields.map((field) => draft[entryKey(field)]).join(' ');
  const before = useRef(boxes);
  useEffect(() => {
    if (before.current === boxes) return;
    before.current = boxes;
    filledAt.current = Date.now();
  }, [boxes, filledAt]);
  return (
    <>
      <FormFields>
        <FormField name="index" />
        <DaylightSavingField present={present} />
      </FormFields>
      <FormFields>
        <FormField name="sysTimeSource" />
        <FormField name="sysTimeSntpServer1" disabled={!sntp && t('Only with SNTP.')} />
      </FormFields>
      <div className={styles.clock}>
        {clockFields.map((field) => (
          <FormField key={field} name={field} disabled={sntp} />
        ))}
      </div>
      {sntp && <p className={styles.remark}>{t('The clock comes from the time server.')}</p>}
      <div>
        <Button
          disabled={sntp}
          onClick={() => {
            for (const [field, value] of Object.entries(localDateTime(new Date()))) set(field, value);
          }}
        >
          {t("Use this computer's time")}
        </Button>
      </div>
    </>
  );
}
