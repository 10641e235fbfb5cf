import { formatPortList, parsePortList } from '../../model/values/port-list.ts';
import { PortCells } from '../ports/PortCells.tsx';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import { TextControl } from './TextControl.tsx';

/** A set of ports as check cells; in a table's cell as text, "1-3,5". */
export function PortListControl(props: ControlProps) {
  const t = useText();
  if (props.compact) return <TextControl {...props} />;
  const { id, field, value, onChange, onBlur, label, describedBy, invalid, disabled } = props;
  return (
    <PortCells
      id={id}
      label={label ?? t(field.label)}
      describedBy={describedBy}
      value={parsePortList(String(value)) ?? 0n}
      onChange={(ports) => onChange(formatPortList(ports))}
      onBlur={onBlur}
      invalid={invalid}
      disabled={disabled}
      bulk={field.limits.all !== 'none'}
      every={field.limits.all === 'every'}
    />
  );
}
