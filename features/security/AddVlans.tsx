import { useState } from 'react';
import { createRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import type { IndexOf, RowOf, TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { parseVlanList } from '../../model/values/vlan-list.ts';

/** The last VLAN that the pages of inspection take (specification section 9, "VLAN settings index"). */
const LAST_VLAN = 4093;

const list = vlanList({
  label: 'VLAN ID',
  maximum: LAST_VLAN,
  required: true,
  help: 'One VLAN or several, such as "1-3,5".',
});

interface AddVlansProps<T extends TableObject> {
  readonly object: T;
  /** Source texts: the heading, and what the device's log says. */
  readonly title: string;
  readonly what: string;
  /** The VLANs that have a row; undefined until they are read. */
  readonly present: ReadonlySet<number> | undefined;
  /** A new row of a VLAN. */
  readonly row: (vlan: number) => IndexOf<T> & Partial<RowOf<T>>;
}

/** Adds rows of a table that has one for each VLAN: several at once, all or none. */
export function AddVlans<T extends TableObject>({ object, title, what, present, row }: AddVlansProps<T>) {
  const t = useText();
  const { apply, pending } = useApply();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  const add = async () => {
    const reading = list.read(text);
    if (!reading.ok) return setMessage(wordsOf(reading.message, t));
    const vlans = parseVlanList(reading.value, LAST_VLAN) ?? [];
    if (vlans.some((vlan) => present?.has(vlan))) return setMessage(t('VLAN is already listed.'));
    const applied = await apply(
      vlans.map((vlan) => createRow(object, row(vlan))),
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
            message={message}
            onChange={(next) => {
              setText(String(next));
              setMessage(undefined);
            }}
          />
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {t('Add')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
