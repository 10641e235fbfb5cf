import { useState } from 'react';
import { createRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Fields } from '../../../model/schema/field.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import type { Value } from '../../../model/wire/call.ts';
import { useTrunks } from '../../use-trunks.ts';
import { PortChoice, portsIn } from '../port-choice.tsx';
import { dot1vProtocolPortEntry } from './objects.ts';
import { ProfileControl } from './profile-words.tsx';

const places = portList({ label: 'Ports', required: true });

const fields: Fields = dot1vProtocolPortEntry.fields;
const alike = ['dot1vProtocolPortGroupId', 'dot1vProtocolPortGroupVid', 'protocolPortPriority'] as const;

/** What all ports that are chosen are given alike. */
type Alike = Record<(typeof alike)[number], Value>;

const untouched: Alike = {
  dot1vProtocolPortGroupId: fields.dot1vProtocolPortGroupId?.default ?? '',
  dot1vProtocolPortGroupVid: fields.dot1vProtocolPortGroupVid?.default ?? '',
  protocolPortPriority: fields.protocolPortPriority?.default ?? '',
};

/** Binds a profile to one port or trunk, or to several at once: all or none. */
export function BindProfile() {
  const t = useText();
  const trunks = useTrunks();
  const { apply, pending } = useApply();
  const [ports, setPorts] = useState<Value>('');
  const [values, setValues] = useState(untouched);
  const [wrong, setWrong] = useState<{ readonly at: string; readonly words: string }>();
  const messageAt = (at: string) => (wrong?.at === at ? wrong.words : undefined);
  /** The bridge ports that the chosen ports stand for. */
  const chosen = () => {
    const numbers = portsOf(portsIn(ports)).map(
      (port) => trunks.find(({ representative }) => representative === port)?.number ?? port,
    );
    const members = new Set(trunks.flatMap((trunk) => portsOf(trunk.members)));
    return numbers.filter((number) => !members.has(number));
  };
  const bind = async () => {
    const reading = places.read(ports);
    if (!reading.ok) return setWrong({ at: 'ports', words: wordsOf(reading.message, t) });
    const typed: Alike = { ...values };
    for (const name of alike) {
      const value = fields[name]?.read(values[name]);
      if (value && !value.ok) return setWrong({ at: name, words: wordsOf(value.message, t) });
      if (value) typed[name] = value.value;
    }
    const row = {
      dot1vProtocolPortGroupId: Number(typed.dot1vProtocolPortGroupId),
      dot1vProtocolPortGroupVid: Number(typed.dot1vProtocolPortGroupVid),
      protocolPortPriority: Number(typed.protocolPortPriority),
    };
    const applied = await apply(
      chosen().map((dot1dBasePort) => createRow(dot1vProtocolPortEntry, { dot1dBasePort, ...row })),
      { what: 'Bind a protocol profile' },
    );
    if (applied.ok) setPorts('');
  };
  return (
    <Card title={t('New binding')}>
      <PlainForm onSubmit={bind}>
        <FormFields>
          <PlainField
            field={places}
            value={ports}
            wide
            control={BoundPorts}
            message={messageAt('ports')}
            onChange={(next) => {
              setPorts(next);
              setWrong(undefined);
            }}
          />
          {alike.map((name) => {
            const field = fields[name];
            return (
              field && (
                <PlainField
                  key={name}
                  field={field}
                  {...(name === 'dot1vProtocolPortGroupId' && { control: ProfileControl })}
                  value={values[name]}
                  message={messageAt(name)}
                  onChange={(next) => {
                    setValues((before) => ({ ...before, [name]: next }));
                    setWrong(undefined);
                  }}
                />
              )
            );
          })}
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {t('Add')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}

const free = () => undefined;

/** Any port; a trunk by the one of its members that stands for it. */
function BoundPorts(props: ControlProps) {
  return <PortChoice {...props} reason={free} />;
}
