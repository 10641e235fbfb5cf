import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { copyText } from '../../../console/elements/copy-text.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Closable } from '../../../console/form/Closable.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { leavingFreely } from '../../../console/form/unsaved-input.ts';
import { useInlineFocus } from '../../../console/form/use-inline-focus.ts';
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

interface NewTokenProps {
  readonly title: string;
  readonly onDone: () => void;
}

/** A token that was just created. */
interface Issued {
  readonly name: string;
  readonly secret: string;
}

/** Creates an API token and shows it, once. */
export function NewToken({ title, onDone }: NewTokenProps) {
  const element = useRef<HTMLDivElement>(null);
  const [issued, setIssued] = useState<Issued>();
  useInlineFocus(element, true, true);
  return (
    <div ref={element}>
      <Card title={title}>
        {issued ? (
          <IssuedToken issued={issued} onDone={onDone} />
        ) : (
          <TokenForm onIssued={setIssued} onCancel={onDone} />
        )}
      </Card>
    </div>
  );
}

interface TokenFormProps {
  readonly onIssued: (issued: Issued) => void;
  readonly onCancel: () => void;
}

function TokenForm({ onIssued, onCancel }: TokenFormProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const [draft, setDraft] = useState(initial);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const isTyped = Object.entries(draft).some(([column, value]) => value !== initial[column]);
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
      onIssued({
        name: String(values.apiTokenNewName),
        secret: isRecord(answer) ? String(answer.apiTokenIssued ?? '') : '',
      });
      return;
    }
    if (applied.cancelled) return;
    const column = refusedColumn(applied.failure, apiTokenCtrl);
    if (column === undefined) report(applied.failure);
    else setWrong({ [column]: failureText(applied.failure, t) });
  };
  return (
    <Closable isTyped={isTyped} onClose={onCancel}>
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
        <div className={styles.buttons}>
          <ApplyButton type="submit" busy={pending}>
            {t('Create token')}
          </ApplyButton>
          <Button onClick={() => leavingFreely(onCancel)}>{t('Cancel')}</Button>
        </div>
      </PlainForm>
    </Closable>
  );
}

function IssuedToken({ issued, onDone }: { readonly issued: Issued; readonly onDone: () => void }) {
  const t = useText();
  return (
    <div className={styles.issued}>
      <Notice live>
        {t('Token {{name}}. Copy it now: it will not be shown again.', { name: issued.name })}
        <code className={styles.secret}>{issued.secret}</code>
      </Notice>
      <div className={styles.buttons}>
        <Button ref={focused} icon={<Copy aria-hidden="true" />} onClick={() => void copyText(issued.secret, t)}>
          {t('Copy token')}
        </Button>
        <Button onClick={onDone}>{t('Close')}</Button>
      </div>
    </div>
  );
}

/** The button that created the token is gone: without this, the keyboard would begin again at the top. */
function focused(element: HTMLElement | null): void {
  element?.focus();
}

/** The way to the reference of what programs can call. */
export function ReferenceLink() {
  const t = useText();
  return (
    <a href={`.${REFERENCE_PATH}`} target="_blank" rel="noreferrer">
      {t('Reference of all calls and objects (OpenRPC)')}
    </a>
  );
}
