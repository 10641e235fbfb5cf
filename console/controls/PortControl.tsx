import { valueText } from '../../model/schema/value-text.ts';
import { portNumbers } from '../ports/port-numbers.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import { SelectBox } from './SelectBox.tsx';

/** One port of this switch, by its number. */
export function PortControl({ field, choices, ...props }: ControlProps) {
  const t = useText();
  const { optional, max = Number.MAX_SAFE_INTEGER } = field.limits;
  const ports = [...(optional ? [0] : []), ...(choices ?? portNumbers().filter((port) => port <= max))];
  return (
    <SelectBox
      {...props}
      offered={ports.map((port) => ({ value: String(port), words: valueText(t, field, port) }))}
      unknown={props.value === '' ? '–' : valueText(t, field, Number(props.value))}
      onChoose={(chosen) => props.onChange(Number(chosen))}
    />
  );
}
