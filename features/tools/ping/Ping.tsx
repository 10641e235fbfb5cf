import { useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { useNavigate, useParams } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { pingCtlEntry } from './objects.ts';
import { PingTestResult } from './PingTestResult.tsx';

const { pingStop: _, ...fields } = pingCtlEntry.fields;
type Column = keyof typeof fields;

/** Initial values: a few octets, no target yet. */
const initial = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default])) as Record<
  Column,
  Value
>;

/** Tools > Ping and its result page (docs/specification/system.md). */
export default function Ping() {
  const { row } = useParams();
  return row === undefined ? <PingForm /> : <PingTestResult target={row} />;
}

function PingForm() {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const [draft, setDraft] = useState(initial);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const start = async () => {
    const readings = Object.entries(fields).map(([name, field]) => [name, field.read(draft[name as Column])] as const);
    const messages = readings.flatMap(([name, reading]) => (reading.ok ? [] : [[name, wordsOf(reading.message, t)]]));
    setWrong(Object.fromEntries(messages));
    if (messages.length > 0) return;
    const values = Object.fromEntries(
      readings.flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : [])),
    );
    const applied = await apply(setGroup(pingCtlEntry, values), { success: false, quiet: true });
    if (applied.ok)
      return navigate(`/Tools/PingTestResult/${encodeURIComponent(String(values.pingCtlTargetAddress))}`, {
        state: values,
      });
    if (applied.cancelled) return;
    const column = refusedColumn(applied.failure, pingCtlEntry);
    if (column === undefined) report(applied.failure);
    else setWrong({ [column]: failureText(applied.failure, t) });
  };
  return (
    <Page>
      <Card title={t('Echo requests')}>
        <PlainForm onSubmit={async () => void (await start())}>
          <FormFields>
            {(Object.keys(fields) as Column[]).map((name) => (
              <PlainField
                key={name}
                field={fields[name]}
                value={draft[name]}
                onChange={(value) => {
                  setDraft((present) => ({ ...present, [name]: value }));
                  setWrong(({ [name]: _mended, ...others }) => others);
                }}
                message={wrong[name]}
              />
            ))}
          </FormFields>
          <ApplyButton type="submit" busy={pending}>
            {t('Start')}
          </ApplyButton>
        </PlainForm>
      </Card>
    </Page>
  );
}
