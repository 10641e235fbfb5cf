import { type ComponentType, useState } from 'react';
import { createRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import type { ControlProps } from '../../console/controls/control.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { Fields } from '../../model/schema/field.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import type { IndexOf, RowOf, TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { parseVlanList } from '../../model/values/vlan-list.ts';
import type { Value } from '../../model/wire/call.ts';

/** The last VLAN that the pages of inspection take (specification section 9, "VLAN settings index"). */
const LAST_VLAN = 4093;

/** A column that all new rows are given alike. */
type ColumnOfAll = string | { readonly name: string; readonly control: ComponentType<ControlProps> };

interface AddVlansProps<T extends TableObject> {
  readonly object: T;
  /** Source texts: the heading, and what the device's log says. */
  readonly title: string;
  readonly what: string;
  /** Source text: what the list of VLANs is called. */
  readonly label?: string;
  /** The VLANs that have a row; undefined until they are read. */
  readonly present: ReadonlySet<number> | undefined;
  /** Source text: what is said of a VLAN that has a row. */
  readonly taken?: string;
  readonly columns?: readonly ColumnOfAll[];
  /** A new row of a VLAN. */
  readonly row: (vlan: number) => IndexOf<T> & Partial<RowOf<T>>;
}

/** Adds rows of a table that has one for each VLAN: several at once, all or none. */
export function AddVlans<T extends TableObject>(props: AddVlansProps<T>) {
  const {
    object,
    title,
    what,
    label = 'VLAN ID',
    present,
    taken = 'VLAN is already listed.',
    columns = [],
    row,
  } = props;
  const t = useText();
  const { apply, pending } = useApply();
  const [text, setText] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({});
  const [message, setMessage] = useState<{ readonly column: string; readonly words: string }>();
  const list = vlanList({ label, maximum: LAST_VLAN, required: true });
  const fields: Fields = object.fields;
  const chosen = columns.map((column) => {
    const { name, control } = typeof column === 'string' ? { name: column, control: undefined } : column;
    return { name, control, field: fields[name] };
  });
  const say = (column: string, words: string) => setMessage({ column, words });
  const add = async () => {
    const reading = list.read(text);
    if (!reading.ok) return say('', wordsOf(reading.message, t));
    const vlans = parseVlanList(reading.value, LAST_VLAN) ?? [];
    const there = vlans.find((vlan) => present?.has(vlan));
    if (there !== undefined) return say('', t(taken, { vlan: there }));
    const alike: Record<string, Value> = {};
    for (const { name, field } of chosen) {
      const value = field?.read(values[name] ?? field.default);
      if (value && !value.ok) return say(name, wordsOf(value.message, t));
      if (value) alike[name] = value.value;
    }
    const applied = await apply(
      vlans.map((vlan) => createRow(object, { ...row(vlan), ...alike })),
      { what },
    );
    if (applied.ok) setText('');
  };
  return (
    <Card title={t(title)}>
      <PlainForm onSubmit={add}>
        <FormFields>
          <PlainField
            field={list}
            value={text}
            help={t('One VLAN or several, such as "1-3,5".')}
            message={message?.column === '' ? message.words : undefined}
            onChange={(next) => {
              setText(String(next));
              setMessage(undefined);
            }}
          />
          {chosen.map(
            ({ name, control, field }) =>
              field && (
                <PlainField
                  key={name}
                  field={field}
                  {...(control && { control })}
                  value={values[name] ?? field.default}
                  message={message?.column === name ? message.words : undefined}
                  onChange={(next) => {
                    setValues((before) => ({ ...before, [name]: next }));
                    setMessage(undefined);
                  }}
                />
              ),
          )}
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {t('Add')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
