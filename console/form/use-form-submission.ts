import { type RefObject, useEffect, useState } from 'react';
import { CallRefused, failureText } from '../call/failure.ts';
import { report } from '../call/report.ts';
import { useApply } from '../call/use-apply.ts';
import { warn } from '../feedback/dialogs.ts';
import { toast } from '../feedback/toast.ts';
import { useMenu } from '../navigation/MenuContext.tsx';
import { useText } from '../translations/use-text.ts';
import { isInUse } from '../usage/in-use.ts';
import { focusWrong } from './focus-wrong.ts';
import { areFieldsRight, type FormAround, findField } from './form-context.ts';
import { callsOf, changesOf, draftOf, placeOf, settledParts } from './form-part.ts';
import type { ObjectFormProps } from './object-form-props.ts';
import { type PartField, refusedField } from './refused-field.ts';
import { leavingFreely } from './unsaved-input.ts';

/** Apply of a form: what it checks, asks, sends and says. */
export function useFormSubmission(
  { parts, check, sure, accompanying, move, what, onApplied }: ObjectFormProps,
  { draft, drawn }: FormAround,
  element: RefObject<HTMLElement | null>,
) {
  const t = useText();
  const { apply, pending } = useApply();
  const { entries } = useMenu();
  /** Each time something is wrong, the first message that did not come from a field's own check. */
  const [refusal, setRefusal] = useState<{ readonly message?: string | undefined }>();

  // Focus goes to the first field with an error, once it is marked. Problems of fields that are not shown are
  // announced.
  useEffect(() => {
    if (refusal && !focusWrong(element.current) && refusal.message) void warn(refusal.message);
  }, [refusal, element]);

  const refuse = (problems: readonly (PartField & { readonly message: string })[]) => {
    draft.refuse(...problems.map(({ part, column, message }) => ({ place: placeOf(part), column, message })));
    setRefusal({ message: problems[0]?.message });
  };

  const submit = async () => {
    if (!areFieldsRight({ draft, drawn })) return setRefusal({});
    const sent = draft.get();
    const values = draftOf(parts, sent);
    const found = Object.entries(check?.(values) ?? {});
    if (found.length > 0) {
      return refuse(found.map(([column, message]) => ({ part: findField(parts, column).part, column, message })));
    }
    const settled = settledParts(parts, sent);
    const own = settled.flatMap((part) => callsOf(part, values, drawn));
    const calls = [...own, ...(accompanying?.(values).calls ?? [])];
    if (calls.length === 0) return toast(t('No changes.'), 'info');
    const changes = settled.flatMap((part) => changesOf(part, values, drawn));
    const answer = sure ? await sure(changes, values, calls) : true;
    if (!answer) return;
    const moved = move?.(changes, values);
    const outcome = await apply(calls, {
      quiet: true,
      ...(answer !== true && { ask: answer }),
      ...(what !== undefined && { what }),
      ...(moved && { move: moved }),
    });
    if (outcome.ok) {
      if (parts.some((part) => part.create)) draft.cancel();
      else draft.applied(sent.typed);
      leavingFreely(() => onApplied?.());
      return;
    }
    if (outcome.cancelled) return;
    const { failure } = outcome;
    const field = failure instanceof CallRefused ? refusedField(parts, failure) : undefined;
    if (field) refuse([{ ...field, message: failureText(failure, t) }]);
    else if (failure instanceof CallRefused && isInUse(failure)) {
      const { warnOfUse } = await import('../usage/warn-of-use.tsx');
      await warnOfUse(failure, entries, t);
    } else report(failure);
  };

  return { submit, pending };
}
