import { useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { REFERENCE_PATH } from '../../../model/wire/endpoints.ts';
import styles from './administration.module.css';
import { apiTokenCtrl } from './token-objects.ts';

const { apiTokenNewName, apiTokenNewScope, apiTokenNewSection, apiTokenNewDays } = apiTokenCtrl.fields;
const fields = { apiTokenNewName, apiTokenNewScope, apiTokenNewSection, apiTokenNewDays };

const initial: Readonly<Record<string, Value>> = Object.fromEntries(
  Object.entries(fields).map(([column, field]) => [column, field.default]),
);

/** Creates an API token and shows it, once. */
export function NewToken() {
  const t = useText();
  const { apply, pending } = useApply();
  const [draft, setDraft] = useState(initial);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [issued, setIssued] = useState<{ readonly name: string; readonly secret: string }>();
  const change = (column: string, value: Value) => {
    setDraft((before) => ({ ...before, [column]: value }));
    setWrong(({ [column]: _, ...others }) => others);
  };
  const create = async () => {
    const readings = Object.entries(fields).map(([column, field]) => [column, field.read(draft[column])] as const);
    setWrong(
      Object.fromEntries(
        readings.flatMap(([column, reading]) => (reading.ok ? [] : [[column, wordsOf(reading.message, t)]])),
      ),
    );
    if (!readings.every(([, { ok }]) => ok)) return;
    const values = Object.fromEntries(
      readings.flatMap(([column, reading]) => (reading.ok ? [[column, reading.value]] : [])),
    );
    const applied = await apply(setGroup(apiTokenCtrl, values), { success: false, quiet: true });
    if (applied.ok) {
      const [answer] = applied.results;
      setIssued({
        name: String(values.apiTokenNewName),
        secret: isRecord(answer) ? String(answer.apiTokenIssued ?? '') : '',
      });
      setDraft(initial);
      return;
    }
    if (applied.cancelled) return;
    const column = refusedColumn(applied.failure, apiTokenCtrl);
    if (column === undefined) report(applied.failure);
    else setWrong({ [column]: failureText(applied.failure, t) });
  };
  return (
    <Card title={t('New API token')}>
      {issued && (
        <div className={styles.issued}>
          <Notice live>
            {t('Token {{name}}. Copy it now: it will not be shown again.', { name: issued.name })}
            <code className={styles.secret}>{issued.secret}</code>
          </Notice>
        </div>
      )}
      <PlainForm onSubmit={create}>
        <FormFields>
          {Object.entries(fields).map(([column, field]) => (
            <PlainField
              key={column}
              field={field}
              value={draft[column] ?? ''}
              onChange={(value) => change(column, value)}
              message={wrong[column]}
            />
          ))}
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {t('Create token')}
        </ApplyButton>
      </PlainForm>
      <p className={styles.reference}>
        <a href={`.${REFERENCE_PATH}`} target="_blank" rel="noreferrer">
          {t('Reference of all calls and objects (OpenRPC)')}
        </a>
      </p>
    </Card>
  );
}
