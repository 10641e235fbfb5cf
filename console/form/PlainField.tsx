import { type ComponentType, type ReactNode, useId } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { Value } from '../../model/wire/call.ts';
import type { ControlProps } from '../controls/control.ts';
import { controlOf } from '../controls/control-of.ts';
import { useRemoval } from '../controls/use-removal.tsx';
import { classNames } from '../elements/class-names.ts';
import { helped } from '../help/FieldHelp.tsx';
import { useText } from '../translations/use-text.ts';
import { FieldHeading } from './FieldHeading.tsx';
import styles from './form.module.css';

interface PlainFieldProps {
  readonly field: Field;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The problem of the value, in the shown language. */
  readonly message?: string | undefined;
  readonly label?: string;
  readonly help?: ReactNode;
  readonly disabled?: boolean;
  /** Which of a port's or an enumeration's choices are offered. */
  readonly choices?: readonly number[];
  /** In the place of the control of the field's kind. */
  readonly control?: ComponentType<ControlProps>;
  /** Offered before the field's own choices, as `ControlProps` says. */
  readonly extra?: ControlProps['extra'];
  /** Takes the whole line. */
  readonly wide?: boolean;
}

/** A field outside of an object form: of something that is done rather than kept. */
export function PlainField({
  field,
  value,
  onChange,
  message,
  label,
  help,
  disabled,
  choices,
  control,
  extra,
  wide = false,
}: PlainFieldProps) {
  const t = useText();
  const id = useId();
  const { tip, onRemoved, onLeft } = useRemoval();
  const FieldControl = control ?? controlOf(field);
  const title = label ?? t(field.label);
  const words = message ?? tip;
  const hint = help ?? (field.help && t(field.help));
  return (
    <div
      className={classNames(styles.field, wide && styles.wide)}
      data-invalid={message ? true : undefined}
      {...helped}
    >
      <FieldHeading id={id} label={title} field={field} />
      <FieldControl
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        onBlur={onLeft}
        onRemoved={onRemoved}
        describedBy={`${id}message ${id}help`}
        invalid={message !== undefined}
        disabled={disabled === true}
        {...(choices && { choices })}
        {...(extra && { extra })}
        {...(label !== undefined && { label })}
      />
      <small id={`${id}message`} className={message ? styles.error : styles.removed} aria-live="polite">
        {words}
      </small>
      <small id={`${id}help`} className={styles.help} hidden={!hint}>
        {hint}
      </small>
    </div>
  );
}
