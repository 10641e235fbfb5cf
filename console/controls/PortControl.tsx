import { classNames } from '../elements/class-names.ts';
import { portNumbers } from '../ports/port-numbers.ts';
import { valueText } from '../table/value-text.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';

/** One port of this switch, by its number. */
export function PortControl(props: ControlProps) {
  const { id, field, value, onChange, onBlur, label, describedBy, invalid, disabled, compact, extra, choices } = props;
  const t = useText();
  const ports = portNumbers();
  const { optional, max = Number.MAX_SAFE_INTEGER } = field.limits;
  const offered = [...(optional ? [0] : []), ...(choices ?? ports.filter((port) => port <= max))];
  const isExtra = extra !== undefined && String(extra.value) === String(value);
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
      {!isExtra && !offered.some((port) => String(port) === String(value)) && (
        <option value={String(value)}>{value === '' ? '–' : valueText(t, field, Number(value))}</option>
      )}
      {offered.map((port) => (
        <option key={port} value={String(port)}>
          {valueText(t, field, port)}
        </option>
      ))}
    </select>
  );
}
