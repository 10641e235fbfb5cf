import { useLayoutEffect, useRef } from 'react';
import type { Field } from '../../model/schema/field.ts';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { EnumerationControl } from './EnumerationControl.tsx';

/** Meaning of a tick, by the words of the other value. */
const onWords: Readonly<Record<string, string>> = { Disabled: 'Enabled', No: 'Yes' };

/** The values of a field that is either on or off: Enabled or Disabled, Yes or No. */
function valuesOf({ limits: { choices = [] } }: Field) {
  const off = choices.find(({ label }) => onWords[label] !== undefined);
  const on = choices.find(({ label }) => off && label === onWords[off.label]);
  return choices.length === 2 && on && off ? { on, off } : undefined;
}

/** Whether the field is either on or off, so that a tick says all. */
export function isTwoValued(field: Field): boolean {
  return valuesOf(field) !== undefined;
}

/**
 * A field that is on or off: in a cell a tick, set with one action. With `extra` (the row "All") it has three states, the mixed one
 * for the extra value, and the word beside it. In a form, and where a port offers only one of both values, it is a list of words.
 */
export function TickControl(props: ControlProps) {
  const values = props.compact && !props.choices ? valuesOf(props.field) : undefined;
  return values ? <Tick {...props} {...values} /> : <EnumerationControl {...props} />;
}

type TickProps = ControlProps & NonNullable<ReturnType<typeof valuesOf>>;

function Tick({ on, off, value, onChange, extra, ...props }: TickProps) {
  const { id, onBlur, label, describedBy, invalid, disabled } = props;
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const present = [on, off].find((choice) => String(choice.value) === String(value));
  const mixed = present === undefined;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  });
  const next = () => {
    if (present === on) return off.value;
    return present === off && extra ? extra.value : on.value;
  };
  const words = extra && (present ? t(present.label) : extra.words);
  return (
    <label title={words} className={classNames(styles.tick, disabled && styles.fixed, invalid && styles.invalid)}>
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={present === on}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onBlur={onBlur}
        onChange={() => onChange(next())}
      />
      {words !== undefined && <span aria-hidden="true">{words}</span>}
    </label>
  );
}
