import { useState } from 'react';
import { failureText, refusedColumn } from '../../console/call/failure.ts';
import { setGroup } from '../../console/call/object-calls.ts';
import { report } from '../../console/call/report.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import styles from './capture.module.css';
import { captureCtrl } from './objects.ts';

const { captureStop: _, captureDiscard: __, ...fields } = captureCtrl.fields;
type Column = keyof typeof fields;

const filters = [
  'captureDirection',
  'captureVlan',
  'captureMac',
  'captureAddress',
  'captureEtherType',
  'captureProtocol',
  'captureTransportPort',
] as const satisfies readonly Column[];
const limits = ['captureTime', 'captureSize', 'captureRate', 'captureOctets'] as const satisfies readonly Column[];

const initial = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default])) as Record<
  Column,
  Value
>;

interface CaptureFormProps {
  /** What the form begins with: ports as "1-3,8", and a MAC address; "" for none. */
  readonly ports: string;
  readonly mac: string;
}

/** Ports, filter and limits of a capture. */
export function CaptureForm({ ports, mac }: CaptureFormProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const [draft, setDraft] = useState<Record<Column, Value>>(() => ({
    ...initial,
    capturePorts: fields.capturePorts.read(ports).ok ? ports : '',
    captureMac: fields.captureMac.read(mac).ok ? mac : '',
  }));
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const start = async () => {
    const readings = Object.entries(fields).map(([name, field]) => [name, field.read(draft[name as Column])] as const);
    const messages = readings.flatMap(([name, reading]) => (reading.ok ? [] : [[name, wordsOf(reading.message, t)]]));
    setWrong(Object.fromEntries(messages));
    if (messages.length > 0) return;
    const values = Object.fromEntries(
      readings.flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : [])),
    );
    const applied = await apply(setGroup(captureCtrl, values), {
      what: 'Start capture',
      success: t('The capture has started.'),
      quiet: true,
    });
    if (applied.ok || applied.cancelled) return;
    const column = refusedColumn(applied.failure, captureCtrl);
    if (column === undefined) report(applied.failure);
    else setWrong({ [column]: failureText(applied.failure, t) });
  };
  const draw = (name: Column, wide = false) => (
    <PlainField
      key={name}
      wide={wide}
      field={fields[name]}
      value={draft[name]}
      onChange={(value) => {
        setDraft((present) => ({ ...present, [name]: value }));
        setWrong(({ [name]: _mended, ...others }) => others);
      }}
      message={wrong[name]}
    />
  );
  return (
    <Card title={t('New capture')}>
      <PlainForm onSubmit={async () => void (await start())}>
        <FormFields>{draw('capturePorts', true)}</FormFields>
        <fieldset className={styles.part}>
          <legend>{t('Filter')}</legend>
          <FormFields>{filters.map((name) => draw(name))}</FormFields>
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('Limits')}</legend>
          <FormFields>{limits.map((name) => draw(name))}</FormFields>
        </fieldset>
        <ApplyButton type="submit" busy={pending}>
          {t('Start capture')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
