import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { type Field, valueToSend } from '../../model/schema/field.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Control } from '../controls/control.ts';
import { controlOf } from '../controls/control-of.ts';
import { ReadOnlyControl } from '../controls/ReadOnlyControl.tsx';
import { UnknownControl } from '../controls/UnknownControl.tsx';
import { useRemoval } from '../controls/use-removal.tsx';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import { afterPress } from './after-press.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { conflictOf } from './conflict.ts';
import styles from './form.module.css';
import { findField, keysWithFormErrors, useDraft, useForm } from './form-context.ts';
import { draftKey, type FormPart, isSettable, isShown } from './form-part.ts';
import { HelpText } from './HelpText.tsx';

interface FormFieldProps {
  readonly name: string;
  /** The part's key (the object's name by default), where several parts of the form have a field of this name. */
  readonly object?: string;
  /** Another control than the one of the field's kind: the boxes of an address, say. */
  readonly control?: Control;
  /** Another label than the field's own. */
  readonly label?: string;
  /** Another help text than the field's own. */
  readonly help?: ReactNode;
  /** Replaces any error message of the field. */
  readonly tip?: string;
  /** True, or the reason why it cannot be changed now. */
  readonly disabled?: boolean | string;
  /** Which of an enumeration's or port's choices are offered. */
  readonly choices?: readonly number[];
  /** Takes the whole line; by default what chooses ports does. */
  readonly wide?: boolean;
}

/**
 * A field of the form around: label, control, unit, help, and the message under it when something is wrong. Nothing while
 * other fields hold values with which it does not matter.
 */
export function FormField(props: FormFieldProps) {
  const { part, field } = findField(useForm().parts, props.name, props.object);
  if (!field.shownWhen) return <ShownField {...props} />;
  return <ConditionalField part={part} field={field} props={props} />;
}

function ConditionalField({ part, field, props }: { part: FormPart; field: Field; props: FormFieldProps }) {
  return isShown(part, field, useDraft()) ? <ShownField {...props} /> : null;
}

function ShownField({ name, object, ...props }: FormFieldProps) {
  const { parts, form, begun, drawn, disabled: formDisabled } = useForm();
  const { part, field } = findField(parts, name, object);
  const t = useText();
  const id = useId();
  const { tip: removed, onRemoved, onLeft } = useRemoval();
  const typed = useRef(false);
  const settable = isSettable(part, name, field);
  const own: Control = settable ? (props.control ?? controlOf(field)) : ReadOnlyControl;
  const FieldControl: Control = part.values ? own : UnknownControl;
  const key = draftKey(part, name);
  useLayoutEffect(() => {
    drawn.add(key);
    return () => void drawn.delete(key);
  }, [drawn, key]);
  const reason = typeof props.disabled === 'string' ? props.disabled : undefined;
  const disabled = formDisabled || props.disabled === true || reason !== undefined;
  const check = (value: unknown) => {
    if (!settable || disabled) return true;
    const reading = field.read(value);
    // A value that the device has may be kept.
    const refusal = value === part.values?.[name] ? undefined : FieldControl.refuses?.(value, field);
    if (refusal) return props.tip ?? wordsOf(refusal, t);
    return reading.ok || valueToSend(reading) !== undefined || (props.tip ?? wordsOf(reading.message, t));
  };
  const help = reason ?? props.help ?? (settable && field.help ? t(field.help) : undefined);
  const [, decide] = useState(0);
  /** Follows what the device had when the field was changed; the device's value where another session changed it too. */
  const conflict = (mine: Value, changed: boolean): Value | undefined => {
    const present = part.values?.[name];
    if (!begun || part.create || field.access === 'wo' || present === undefined) return undefined;
    if (!changed) begun.delete(key);
    else if (!begun.has(key)) begun.set(key, present);
    return conflictOf(begun.get(key), mine, present);
  };
  const label = props.label ?? t(field.label);

  return (
    <Controller
      name={key}
      control={form.control}
      rules={{ validate: check }}
      render={({ field: bound, fieldState: { error, isDirty } }) => {
        const message = error?.message ?? removed;
        const theirs = conflict(bound.value, isDirty);
        return (
          <div
            className={classNames(styles.field, (props.wide ?? field.kind === 'portList') && styles.wide)}
            data-invalid={error ? true : undefined}
          >
            <label htmlFor={id}>
              {label}
              {field.unit && <span className={styles.unit}> {t(field.unit)}</span>}
            </label>
            <FieldControl
              id={id}
              field={field}
              value={bound.value ?? field.default}
              onChange={(value) => {
                typed.current = true;
                bound.onChange(value);
                const mended = [...(error ? [key] : []), ...keysWithFormErrors({ parts, form })];
                if (mended.length > 0) form.clearErrors(mended);
              }}
              onBlur={() =>
                afterPress(() => {
                  onLeft();
                  // A field that was only passed through is not checked yet; what Apply or the device found stays.
                  if (typed.current && !form.getFieldState(key).error) void form.trigger(key);
                })
              }
              onRemoved={onRemoved}
              describedBy={
                classNames(
                  message !== undefined && `${id}message`,
                  theirs !== undefined && `${id}conflict`,
                  help !== undefined && `${id}help`,
                ) || undefined
              }
              invalid={error !== undefined}
              disabled={disabled && settable}
              {...(props.label !== undefined && { label: props.label })}
              {...(props.choices && { choices: props.choices })}
            />
            <small id={`${id}message`} className={error ? styles.error : styles.removed} aria-live="polite">
              {message}
            </small>
            {theirs !== undefined && (
              <ConflictNote
                id={`${id}conflict`}
                theirs={valueText(t, field, theirs)}
                onTake={() => form.setValue(key, theirs, { shouldDirty: true })}
                onKeep={() => {
                  begun?.set(key, theirs);
                  decide((count) => count + 1);
                }}
              />
            )}
            {help && (
              <small id={`${id}help`} className={styles.help} data-help={reason === undefined ? '' : undefined}>
                {typeof help === 'string' ? <HelpText text={help} /> : help}
              </small>
            )}
          </div>
        );
      }}
    />
  );
}
