import { type ReactNode, Suspense, useContext, useId, useLayoutEffect, useRef } from 'react';
import { type Field, valueToSend } from '../../model/schema/field.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Control } from '../controls/control.ts';
import { controlOf } from '../controls/control-of.ts';
import { ReadOnlyControl } from '../controls/ReadOnlyControl.tsx';
import { UnknownControl } from '../controls/UnknownControl.tsx';
import { useRemoval } from '../controls/use-removal.tsx';
import { classNames } from '../elements/class-names.ts';
import { helped } from '../help/FieldHelp.tsx';
import { useText } from '../translations/use-text.ts';
import { afterPress } from './after-press.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { conflictAt, valueAt } from './draft-store.ts';
import { FieldHeading } from './FieldHeading.tsx';
import styles from './form.module.css';
import { findField, useDraft, useDraftState, useForm } from './form-context.ts';
import { draftKey, type FormPart, isSettable, isShown, placeOf } from './form-part.ts';
import { HelpText } from './HelpText.tsx';
import { MissingRowsContext } from './missing-rows.ts';

interface FormFieldProps {
  readonly name: string;
  /** The part's key (the object's name by default), where several parts of the form have a field of this name. */
  readonly object?: string;
  /** Another control than the one of the field's kind: the boxes of an address, say. */
  readonly control?: Control;
  /** Another label than the field's own. */
  readonly label?: string;
  /** Another help text than the field's own; false for none. */
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
  const { parts, draft, drawn, disabled: formDisabled } = useForm();
  const { part, field } = findField(parts, name, object);
  const place = placeOf(part);
  const key = draftKey(part, name);
  const t = useText();
  const id = useId();
  const Missing = useContext(MissingRowsContext);
  const { tip: removed, onRemoved, onLeft } = useRemoval();
  const typed = useRef(false);
  const value = useDraftState((state) => valueAt(state, place, name)) ?? field.default;
  const problem = useDraftState(({ problems }) => problems.get(place)?.[name]?.message);
  const conflict = useDraftState((state) => conflictAt(state, place, name));
  const theirs = part.create || field.access === 'wo' ? undefined : conflict;
  const settable = isSettable(part, name, field);
  const own: Control = settable ? (props.control ?? controlOf(field)) : ReadOnlyControl;
  const FieldControl: Control = part.values ? own : UnknownControl;
  const reason = typeof props.disabled === 'string' ? props.disabled : undefined;
  const disabled = formDisabled || props.disabled === true || reason !== undefined;
  const label = props.label ?? t(field.label);
  const message = problem ?? removed;
  const help = reason ?? props.help ?? (settable && field.help ? t(field.help) : undefined);

  const wrong = (): string | undefined => {
    if (!settable || disabled) return undefined;
    const entry = valueAt(draft.get(), place, name) ?? field.default;
    const reading = field.read(entry);
    // A value that the device has may be kept.
    const refusal = entry === part.values?.[name] ? undefined : FieldControl.refuses?.(entry, field);
    const found = refusal ?? (reading.ok || valueToSend(reading) !== undefined ? undefined : reading.message);
    return found && (props.tip ?? wordsOf(found, t));
  };
  const check = () => {
    const found = wrong();
    draft.judge(place, name, found);
    return found === undefined;
  };
  const latest = useRef(check);
  useLayoutEffect(() => {
    latest.current = check;
  });
  useLayoutEffect(() => {
    drawn.set(key, () => latest.current());
    return () => void drawn.delete(key);
  }, [drawn, key]);

  return (
    <div
      className={classNames(styles.field, (props.wide ?? field.kind === 'portList') && styles.wide)}
      data-invalid={problem !== undefined || undefined}
      {...helped}
    >
      <FieldHeading id={id} label={label} field={field} object={part.object.name} name={name} />
      <FieldControl
        id={id}
        field={field}
        value={value}
        onChange={(next) => {
          typed.current = true;
          draft.enter({ place, column: name, value: next });
        }}
        onBlur={() =>
          afterPress(() => {
            onLeft();
            // A field that was only passed through is not checked yet.
            if (typed.current) check();
          })
        }
        onRemoved={onRemoved}
        describedBy={
          classNames(
            message !== undefined && `${id}message`,
            theirs !== undefined && `${id}conflict`,
            Boolean(help) && `${id}help`,
          ) || undefined
        }
        invalid={problem !== undefined}
        disabled={disabled && settable}
        {...(props.label !== undefined && { label: props.label })}
        {...(props.choices && { choices: props.choices })}
      />
      <small id={`${id}message`} className={problem === undefined ? styles.removed : styles.error} aria-live="polite">
        {message}
      </small>
      {Missing && field.references && settable && !disabled && value !== part.values?.[name] && (
        <Suspense>
          <Missing
            field={field}
            value={value}
            isSaid={problem !== undefined}
            onAdded={() => draft.enter({ place, column: name, value })}
          />
        </Suspense>
      )}
      {theirs !== undefined && (
        <ConflictNote
          id={`${id}conflict`}
          theirs={valueText(t, field, theirs)}
          onTake={() => draft.enter({ place, column: name, value: theirs })}
          onKeep={() => draft.keepMine(place, name)}
        />
      )}
      {help && (
        <small id={`${id}help`} className={styles.help} data-help={reason === undefined ? '' : undefined}>
          {typeof help === 'string' ? <HelpText text={help} /> : help}
        </small>
      )}
    </div>
  );
}
