import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm as useHookForm } from 'react-hook-form';
import type { Field } from '../../model/schema/field.ts';
import { rowKey } from '../../model/schema/object.ts';
import type { Value } from '../../model/wire/call.ts';
import { CallRefused, failureText, readFailureText } from '../call/failure.ts';
import { report } from '../call/report.ts';
import { useApply } from '../call/use-apply.ts';
import { Card } from '../elements/Card.tsx';
import { Notice } from '../elements/Notice.tsx';
import { confirm, warn } from '../feedback/dialogs.ts';
import { toast } from '../feedback/toast.ts';
import { useText } from '../translations/use-text.ts';
import { type AppliedDraft, draftApplied } from './applied-draft.ts';
import { FormField } from './FormField.tsx';
import { FormFields } from './FormFields.tsx';
import { FormFoot } from './FormFoot.tsx';
import { focusWrong } from './focus-wrong.ts';
import styles from './form.module.css';
import { FormContext, findField } from './form-context.ts';
import { callsOf, changesOf, type Draft, draftKey, draftOf, type FormPart, isSettable, partKey } from './form-part.ts';
import type { ObjectFormProps } from './object-form-props.ts';
import { type PartField, refusedField } from './refused-field.ts';
import { leavingFreely } from './unsaved-input.ts';
import { useInlineFocus } from './use-inline-focus.ts';
import { type KeptValue, type KeptValues, useKeptDraft } from './use-kept-draft.ts';

/**
 * Edits objects: nothing is sent per key stroke, Apply sends only changes, which are shown before. Errors are shown
 * under their fields, including the device's if it names one.
 */
export function ObjectForm(props: ObjectFormProps) {
  const { parts, title, beside, actions, children, disabled = false, check, sure, accompanying } = props;
  const t = useText();
  const { apply, pending } = useApply();
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState(0);
  const isRefused = useRef(false);
  /** The first message that did not come from a field's own check. */
  const refusal = useRef<string>(undefined);
  const ready = parts.every((part) => part.values !== undefined);
  const unread = !ready && Boolean(props.failure);
  const present = draftOf(parts);
  const form = useHookForm<Record<string, Value>>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    values: present,
    // A poll reloads the device's values; typed input stays, and so do its errors.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });

  const begun = useRef(new Map<string, Value>()).current;
  const drawn = useRef(new Set<string>()).current;
  const applied = useRef<AppliedDraft>(undefined);
  const keys = keptKeys(parts);
  const restored = useKeptDraft({
    ready,
    owns: (key) => keys.has(key),
    present: () => keptValues(parts, present, form.getValues(), draftApplied(parts, applied.current), begun),
    restore: (values) => {
      for (const [name, { value, from }] of Object.entries(values)) {
        const key = keys.get(name);
        if (key === undefined) continue;
        begun.set(key, from);
        form.setValue(key, value, { shouldDirty: true });
      }
    },
  });

  // Focus goes to the first field with an error, once it is marked. Problems of fields that are not shown are
  // announced.
  useEffect(() => {
    if (refused === 0) return;
    if (!focusWrong(element.current) && refusal.current) void warn(refusal.current);
  }, [refused]);

  const fail = (problems: readonly (PartField & { readonly message: string })[]) => {
    for (const { part, column, message } of problems) {
      form.setError(draftKey(part, column), { type: 'device', message });
    }
    refusal.current = problems[0]?.message;
    isRefused.current = true;
  };

  const submit = form.handleSubmit(
    async (draft) => {
      const found = Object.entries(check?.(draft) ?? {});
      if (found.length > 0) {
        return fail(found.map(([column, message]) => ({ part: findField(parts, column).part, column, message })));
      }
      const own = parts.flatMap((part) => callsOf(part, draft, drawn));
      const calls = [...own, ...(accompanying?.(draft).calls ?? [])];
      if (calls.length === 0) return toast(t('No changes.'), 'info');
      const changes = parts.flatMap((part) => changesOf(part, draft, drawn));
      if (sure && !(await sure(changes, draft, calls))) return;
      const move = props.move?.(changes, draft);
      const outcome = await apply(calls, {
        quiet: true,
        ...(props.what && { what: props.what }),
        ...(move && { move }),
      });
      if (outcome.ok) {
        applied.current = { draft, values: parts.map(({ values }) => values) };
        begun.clear();
        form.reset(parts.some((part) => part.create) ? present : draft, { keepDirtyValues: false });
        leavingFreely(() => props.onApplied?.());
        return;
      }
      if (outcome.cancelled) return;
      const { failure } = outcome;
      const field = failure instanceof CallRefused ? refusedField(parts, failure) : undefined;
      if (field) fail([{ ...field, message: failureText(failure, t) }]);
      else report(failure);
    },
    () => {
      isRefused.current = true;
    },
  );
  const onSubmit = async (event: FormEvent) => {
    isRefused.current = false;
    // The device's messages were about the former values.
    form.clearErrors();
    refusal.current = undefined;
    await submit(event);
    if (isRefused.current) setRefused((count) => count + 1);
  };

  useInlineFocus(element, props.onCancel !== undefined, ready);
  const onKeyDown = async (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !props.onCancel) return;
    event.preventDefault();
    const typed = Object.entries(form.getValues()).some(
      ([key, value]) => String(value ?? '') !== String(present[key] ?? ''),
    );
    if (typed && !(await confirm(t('Close the form without your entries?')))) return;
    form.reset(present, { keepDirtyValues: false });
    leavingFreely(props.onCancel);
  };

  const reason = typeof disabled === 'string' ? disabled : undefined;
  const blocked = disabled !== false || !ready;
  // Fields are redrawn only when their surroundings change, not with each key stroke.
  const around = useMemo(
    () => ({ parts, form, begun, drawn, disabled: blocked }),
    [parts, form, begun, drawn, blocked],
  );
  return (
    <FormContext.Provider value={around}>
      <form
        ref={element}
        className={styles.form}
        noValidate
        aria-busy={!ready && !unread}
        onSubmit={(event) => void onSubmit(event)}
        onKeyDown={(event) => void onKeyDown(event)}
      >
        <Card title={title} beside={beside} actions={actions}>
          <div className={styles.inside}>
            {reason && <Notice>{reason}</Notice>}
            {unread ? (
              <Notice tone="warn" live>
                {readFailureText(props.failure, t)}
              </Notice>
            ) : (
              <>
                {restored && <Notice live>{t('Your entries were restored. They are not applied yet.')}</Notice>}
                {children ?? <AllFields parts={parts} />}
                <FormFoot {...props} pending={pending} blocked={blocked} present={present} applied={applied} />
              </>
            )}
          </div>
        </Card>
      </form>
    </FormContext.Provider>
  );
}

/** Every field that can be set, in the order declared. */
function AllFields({ parts }: { parts: readonly FormPart[] }) {
  return (
    <FormFields>
      {parts.flatMap((part) =>
        (Object.entries(part.object.fields) as [string, Field][])
          .filter(([column, field]) => isSettable(part, column, field))
          .map(([column]) => <FormField key={draftKey(part, column)} name={column} object={partKey(part)} />),
      )}
    </FormFields>
  );
}

/** The names that drafts are stored by: as `draftKey`, but distinguishing several rows of a table. */
function keptKeys(parts: readonly FormPart[]): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap((part) =>
      Object.keys(part.object.fields).map((column) => [keptKey(part, column), draftKey(part, column)] as const),
    ),
  );
}

function keptKey(part: FormPart, column: string): string {
  const { object, values, create } = part;
  const row = object.shape === 'table' && !create && values ? `#${rowKey(object, values)}` : '';
  return draftKey(part, column) + row;
}

/** Typed values that differ from the device, without secrets. */
function keptValues(
  parts: readonly FormPart[],
  present: Draft,
  draft: Draft,
  applied: Draft | undefined,
  begun: ReadonlyMap<string, Value>,
): KeptValues {
  const values: Record<string, KeptValue> = {};
  for (const part of parts) {
    for (const [column, field] of Object.entries(part.object.fields) as [string, Field][]) {
      const key = draftKey(part, column);
      const value = draft[key];
      if (value === undefined || value === present[key] || value === applied?.[key] || field.access === 'wo') continue;
      values[keptKey(part, column)] = { value, from: begun.get(key) ?? present[key] ?? '' };
    }
  }
  return values;
}
