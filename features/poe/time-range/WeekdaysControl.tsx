import type { ControlProps } from '../../../console/controls/control.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { EVERY_DAY, weekdays } from './objects.ts';
import styles from './time-range.module.css';

/** The days of the week, a box each, and one for all of them. */
export function WeekdaysControl({ id, field, value, onChange, onBlur, label, describedBy, disabled }: ControlProps) {
  const t = useText();
  const bits = Number(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group's name stands above it already, a legend would repeat it
    <div
      id={id}
      role="group"
      aria-label={label ?? t(field.label)}
      aria-describedby={describedBy}
      className={styles.days}
      onBlur={onBlur}
    >
      {weekdays.map((name, bit) => (
        <label key={name} className={styles.day}>
          <input
            type="checkbox"
            checked={(bits & (1 << bit)) !== 0}
            disabled={disabled}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? bits | (1 << bit) : bits & ~(1 << bit))}
          />
          {t(name)}
        </label>
      ))}
      <label className={styles.day}>
        <input
          type="checkbox"
          checked={bits === EVERY_DAY}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? EVERY_DAY : 0)}
        />
        {t('All days')}
      </label>
    </div>
  );
}
