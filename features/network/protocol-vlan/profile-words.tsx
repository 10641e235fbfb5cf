import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Fields } from '../../../model/schema/field.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { dot1vProtocolGroupEntry } from './objects.ts';

type Protocol = RowOf<typeof dot1vProtocolGroupEntry>;

const fields: Fields = dot1vProtocolGroupEntry.fields;

interface ProtocolColumnProps {
  readonly profile: number;
  readonly column: 'dot1vProtocolTemplateFrameType' | 'dot1vProtocolTemplateProtocolValue';
}

/** One column of a profile's protocols, a line for each. */
export function ProtocolColumn({ profile, column }: ProtocolColumnProps) {
  const t = useText();
  const { data: protocols = [] } = useRows(dot1vProtocolGroupEntry);
  const field = fields[column];
  return protocols
    .filter(({ dot1vProtocolGroupId }) => dot1vProtocolGroupId === profile)
    .map((row) => (
      <div key={`${row.dot1vProtocolTemplateFrameType} ${row.dot1vProtocolTemplateProtocolValue}`}>
        {field && valueText(t, field, row[column])}
      </div>
    ));
}

/** One of the profiles that there are, with its protocols. */
export function ProfileControl(props: ControlProps) {
  const t = useText();
  const { data: protocols = [] } = useRows(dot1vProtocolGroupEntry);
  const words = (row: Protocol) =>
    `${t(dot1vProtocolGroupEntry.fields.dot1vProtocolTemplateFrameType.show(row.dot1vProtocolTemplateFrameType))} ${row.dot1vProtocolTemplateProtocolValue}`;
  const profiles = [...new Set(protocols.map((row) => row.dot1vProtocolGroupId))].sort((a, b) => a - b);
  return (
    <SelectBox
      {...props}
      offered={profiles.map((profile) => {
        const members = protocols.filter((row) => row.dot1vProtocolGroupId === profile);
        return { value: String(profile), words: `${profile}: ${members.map(words).join(', ')}` };
      })}
      unknown={props.value === '' ? '–' : t('{{profile}}: none', { profile: props.value })}
      onChoose={(chosen) => props.onChange(Number(chosen))}
    />
  );
}
