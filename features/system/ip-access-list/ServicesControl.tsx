import type { ControlProps } from '../../../console/controls/control.ts';
import { useText } from '../../../console/translations/use-text.ts';
import styles from './access-list.module.css';
import { serviceNames } from './objects.ts';

/** The services of a row, a box each. */
export function ServicesControl({ id, field, value, onChange, onBlur, label, describedBy, disabled }: ControlProps) {
  const t = useText();
  const bits = Number(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group's name stands above it already, a legend would repeat it
    <div
      id={id}
      role="group"
      aria-label={label ?? t(field.label)}
      aria-describedby={describedBy}
      className={styles.services}
      onBlur={onBlur}
    >
      {serviceNames.map((name, bit) => (
        <label key={name} className={styles.service}>
          <input
            type="checkbox"
            checked={(bits & (1 << bit)) !== 0}
            disabled={disabled}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? bits | (1 << bit) : bits & ~(1 << bit))}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
