import { useLayoutEffect, useRef } from 'react';
import type { Field } from '../../model/schema/field.ts';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { EnumerationControl } from './EnumerationControl.tsx';

/** Whether the field is either on or off: Enabled or Disabled, Yes or No. */
export function isTwoValued({ kind }: Field): boolean {
  return kind === 'status' || kind === 'truth';
}

/**
 * A field that is on or off: in a cell a tick, set with one action. With `extra` (the row "All") it has three states, the mixed one
 * for the extra value, and the word beside it. In a form, and where a port offers only one of both values, it is a list of words.
 */
export function TickControl(props: ControlProps) {
  return props.compact && !props.choices ? <Tick {...props} /> : <EnumerationControl {...props} />;
}

function Tick({ id, field, value, onChange, onBlur, label, describedBy, invalid, disabled, extra }: ControlProps) {
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const [on, off] = field.limits.choices ?? [];
  const present = [on, off].find((choice) => String(choice?.value) === String(value));
  const mixed = present === undefined;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  });
  const next = () => {
    if (present === on && off) return off.value;
    if (present === off && extra) return extra.value;
    return on?.value ?? value;
  };
  return (
    <label className={classNames(styles.tick, disabled && styles.fixed, invalid && styles.invalid)}>
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={present !== undefined && present === on}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onBlur={onBlur}
        onChange={() => onChange(next())}
      />
      {extra && <span aria-hidden="true">{present ? t(present.label) : extra.words}</span>}
    </label>
  );
}
