import { type ComponentType, useRef, useState } from 'react';
import type { Field, Fields } from '../../model/schema/field.ts';
import type { IndexOf, RowOf, TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { createRow } from '../call/object-calls.ts';
import { useApply } from '../call/use-apply.ts';
import type { ControlProps } from '../controls/control.ts';
import { ApplyButton } from '../elements/ApplyButton.tsx';
import { Button } from '../elements/Button.tsx';
import { Card } from '../elements/Card.tsx';
import { useText } from '../translations/use-text.ts';
import { Closable } from './Closable.tsx';
import { FormFields } from './FormFields.tsx';
import styles from './form.module.css';
import { PlainField } from './PlainField.tsx';
import { PlainForm } from './PlainForm.tsx';
import { leavingFreely } from './unsaved-input.ts';
import { useInlineFocus } from './use-inline-focus.ts';

/** A column that all new rows are given alike, and a control for it where the field's own does not do. */
export type ColumnOfAll = string | { readonly name: string; readonly control: ComponentType<ControlProps> };

interface AddRowsProps<T extends TableObject> {
  readonly object: T;
  /** The heading, translated. */
  readonly title: string;
  /** In the device's log: a source text. */
  readonly what: string;
  readonly onDone: () => void;
  /** The field that determines which rows are added: a list of VLANs, of ports. */
  readonly which: Field;
  readonly control?: ComponentType<ControlProps>;
  readonly wide?: boolean;
  /** Translated. */
  readonly help?: string;
  readonly columns: readonly ColumnOfAll[];
  /**
   * The new rows, or the translated words that say why they cannot be. `chosen` has passed `which`; `alike` is what all are given,
   * by column, as far as it can be read, and becomes part of each.
   */
  readonly rows: (
    chosen: Value,
    alike: Readonly<Record<string, Value>>,
  ) => readonly (IndexOf<T> & Partial<RowOf<T>>)[] | string;
}

/** Adds several rows of a table at once, all or none, and gives them the same settings. */
export function AddRows<T extends TableObject>(props: AddRowsProps<T>) {
  const { object, title, what, which, control, wide, help, columns, rows, onDone } = props;
  const t = useText();
  const element = useRef<HTMLDivElement>(null);
  const { apply, pending } = useApply();
  const [chosen, setChosen] = useState<Value>('');
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({});
  /** The problem, and its column; "" is the field that determines the rows. */
  const [wrong, setWrong] = useState<{ readonly at: string; readonly words: string }>();
  const messageAt = (at: string) => (wrong?.at === at ? wrong.words : undefined);
  const fields: Fields = object.fields;
  const ofAll = columns.flatMap((column) => {
    const named = typeof column === 'string' ? { name: column } : column;
    const field = fields[named.name];
    return field ? [{ ...named, field }] : [];
  });
  const add = async () => {
    const reading = which.read(chosen);
    if (!reading.ok) return setWrong({ at: '', words: wordsOf(reading.message, t) });
    const alike: Record<string, Value> = {};
    const refused: { at: string; words: string }[] = [];
    for (const { name, field } of ofAll) {
      const value = field.read(values[name] ?? field.default);
      if (value.ok) alike[name] = value.value;
      else refused.push({ at: name, words: wordsOf(value.message, t) });
    }
    const made = rows(reading.value, alike);
    // Which rows come first: what all of them are given matters only where there can be some.
    if (typeof made === 'string') return setWrong({ at: '', words: made });
    if (refused[0]) return setWrong(refused[0]);
    const applied = await apply(
      made.map((row) => createRow(object, { ...row, ...alike })),
      { what },
    );
    if (applied.ok) leavingFreely(onDone);
  };
  useInlineFocus(element, true, true);
  return (
    <div ref={element}>
      <Card title={title}>
        <Closable isTyped={chosen !== '' || Object.keys(values).length > 0} onClose={onDone}>
          <PlainForm onSubmit={add}>
            <FormFields>
              <PlainField
                field={which}
                value={chosen}
                {...(control && { control })}
                {...(wide && { wide })}
                {...(help !== undefined && { help })}
                message={messageAt('')}
                onChange={(next) => {
                  setChosen(next);
                  setWrong(undefined);
                }}
              />
              {ofAll.map(({ field, ...column }) => (
                <PlainField
                  key={column.name}
                  field={field}
                  {...('control' in column && { control: column.control })}
                  value={values[column.name] ?? field.default}
                  message={messageAt(column.name)}
                  onChange={(next) => {
                    setValues((before) => ({ ...before, [column.name]: next }));
                    setWrong(undefined);
                  }}
                />
              ))}
            </FormFields>
            <div className={styles.buttons}>
              <ApplyButton type="submit" busy={pending}>
                {t('Add')}
              </ApplyButton>
              <Button onClick={() => leavingFreely(onDone)}>{t('Cancel')}</Button>
            </div>
          </PlainForm>
        </Closable>
      </Card>
    </div>
  );
}
