import { useEffect, useRef } from 'react';
import { FormField } from '../../console/form/FormField.tsx';
import { useDraftValue, useSetDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { formatDateTime, localDateTime } from '../../model/values/date-time.ts';
import { offeredSavings, savingIn } from './daylight-saving.ts';
import { nextTurns, ruleHere } from './rule-here.ts';
import { Saving } from './wizard-entries.ts';
import { zoneOfComputer } from './zones.ts';

/** Daylight saving, if there is something to choose, and when it changes this computer's clock next. */
export function DaylightSavingField({ present }: { readonly present: number }) {
  const t = useText();
  const set = useSetDraftValue();
  const zone = Number(useDraftValue('index'));
  const chosen = Number(useDraftValue('daylightSaving'));
  const before = useRef(zone);
  useEffect(() => {
    if (before.current === zone) return;
    before.current = zone;
    if (chosen !== Saving.kept) set('daylightSaving', savingIn(zone, zoneOfComputer(), ruleHere()));
  }, [zone, chosen, set]);
  const choices = offeredSavings(present, ruleHere());
  if (choices.length < 2) return null;
  const [first, second] = chosen === Saving.computer ? nextTurns().map(dayOf) : [];
  const help =
    first !== undefined && second !== undefined && t('Next changes: {{first}} and {{second}}.', { first, second });
  return <FormField name="daylightSaving" choices={choices} help={help} />;
}

/** "2026-10-25", of milliseconds since 1970. */
const dayOf = (moment: number) => formatDateTime(localDateTime(new Date(moment))).slice(0, 10);
