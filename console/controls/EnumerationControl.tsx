import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import { SelectBox } from './SelectBox.tsx';

/** One of a few named values. */
export function EnumerationControl({ field, choices, ...props }: ControlProps) {
  const t = useText();
  const offered = (field.limits.choices ?? [])
    .filter(({ value }) => !choices || choices.includes(value) || String(value) === String(props.value))
    .map(({ value, label }) => ({ value: String(value), words: t(label) }));
  return <SelectBox {...props} offered={offered} unknown="–" onChoose={(chosen) => props.onChange(Number(chosen))} />;
}
