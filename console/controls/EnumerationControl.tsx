import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';

/** One of a few named values, as the browser's own select: quick in grids, at home on every device. */
export function EnumerationControl(props: ControlProps) {
  const { id, field, value, onChange, onBlur, label, describedBy, invalid, disabled, compact, extra, choices } = props;
  const t = useText();
  const offered = (field.limits.choices ?? []).filter(
    (choice) => !choices || choices.includes(choice.value) || String(choice.value) === String(value),
  );
  const known = offered.some((choice) => String(choice.value) === String(value));
  return (
    <select
      id={id}
      className={classNames(styles.box, compact && styles.compact, invalid && styles.invalid)}
      value={String(value)}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      onBlur={onBlur}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(extra && chosen === String(extra.value) ? extra.value : Number(chosen));
      }}
    >
      {extra && <option value={String(extra.value)}>{extra.words}</option>}
      {!known && !(extra && String(extra.value) === String(value)) && <option value={String(value)}>–</option>}
      {offered.map((choice) => (
        <option key={choice.value} value={String(choice.value)}>
          {t(choice.label)}
        </option>
      ))}
    </select>
  );
}
