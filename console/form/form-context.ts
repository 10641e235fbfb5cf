import { createContext, useContext } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { Field } from '../../model/schema/field.ts';
import type { Value } from '../../model/wire/call.ts';
import { type Draft, draftKey, type FormPart, partKey } from './form-part.ts';

/** Context of a form's fields. */
export interface FormAround {
  readonly parts: readonly FormPart[];
  readonly form: UseFormReturn<Record<string, Value>>;
  /**
   * The device's value when a field was changed, by `draftKey`, for a form that stays while others may change the same.
   */
  readonly begun?: Map<string, Value>;
  /** The fields shown now, by `draftKey`; each field enters and leaves it with its control. */
  readonly drawn: Set<string>;
  /** Nothing can be changed now. */
  readonly disabled: boolean;
}

/** The form around its fields; undefined outside of one. */
export const FormContext = createContext<FormAround | undefined>(undefined);

/** The form around a component. */
export function useForm(): FormAround {
  const around = useContext(FormContext);
  if (!around) throw new Error('A form field stands outside of a form.');
  return around;
}

/** The part and the field of that name; `object` (a part's key) distinguishes equal names of several parts. */
export function findField(parts: readonly FormPart[], name: string, object?: string): { part: FormPart; field: Field } {
  for (const part of parts) {
    const field = part.object.fields[name];
    if (field && (object === undefined || partKey(part) === object)) return { part, field };
  }
  throw new Error(`The form has no field ${name}.`);
}

/** The entry in a field of the form around: for parts that depend on it. */
export function useDraftValue(name: string, object?: string): Value {
  const { parts, form } = useForm();
  const { part, field } = findField(parts, name, object);
  return useWatch({ control: form.control, name: draftKey(part, name) }) ?? field.default;
}

/** The problem of a field of the form around, for a control that is not a `FormField`; undefined for none. */
export function useFieldMessage(name: string, object?: string): string | undefined {
  const { parts, form } = useForm();
  const key = draftKey(findField(parts, name, object).part, name);
  const message = useFormState({ control: form.control, name: key }).errors[key]?.message;
  return typeof message === 'string' ? message : undefined;
}

/**
 * The fields with something wrong that is more than a field's own check: how values go together, what the device refused. Any
 * change may have mended that.
 */
export function keysWithFormErrors({ parts, form }: Pick<FormAround, 'parts' | 'form'>): string[] {
  return parts
    .flatMap((part) => Object.keys(part.object.fields).map((column) => draftKey(part, column)))
    .filter((key) => {
      const type = form.getFieldState(key).error?.type;
      return type !== undefined && type !== 'validate';
    });
}

/** Sets a field of the form around, as if it had been typed. */
export function useSetDraftValue(): (name: string, value: Value, object?: string) => void {
  const { parts, form } = useForm();
  return (name, value, object) => {
    const { part } = findField(parts, name, object);
    form.setValue(draftKey(part, name), value, { shouldDirty: true });
    form.clearErrors([draftKey(part, name), ...keysWithFormErrors({ parts, form })]);
  };
}

/** The whole draft of the form around, kept up to date. */
export function useDraft(): Draft {
  const { form } = useForm();
  const watched = useWatch({ control: form.control });
  return { ...form.getValues(), ...(watched as Draft) };
}
