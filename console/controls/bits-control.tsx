import { useText } from '../translations/use-text.ts';
import styles from './bits-control.module.css';
import type { Control, ControlProps } from './control.ts';

/**
 * A control for a number whose bits are choices, a box each in the order of `names` (source texts), the lowest bit first; `all`
 * names one more box, for all of them. Made once, outside of what draws it.
 */
export function bitsControl(names: readonly string[], all?: string): Control {
  const everyBit = (1 << names.length) - 1;
  return function BitsControl({ id, field, value, onChange, onBlur, label, describedBy, disabled }: ControlProps) {
    const t = useText();
    const bits = Number(value);
    const box = (name: string, mask: number) => (
      <label key={name} className={styles.box}>
        <input
          type="checkbox"
          checked={(bits & mask) === mask}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? bits | mask : bits & ~mask)}
        />
        {t(name)}
      </label>
    );
    return (
      // biome-ignore lint/a11y/useSemanticElements: the group's name is already above it, a legend would repeat it
      <div
        id={id}
        role="group"
        aria-label={label ?? t(field.label)}
        aria-describedby={describedBy}
        className={styles.boxes}
        onBlur={onBlur}
      >
        {names.map((name, bit) => box(name, 1 << bit))}
        {all !== undefined && box(all, everyBit)}
      </div>
    );
  };
}
