import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { Value } from '../../model/wire/call.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { type DraftState, type DraftStore, valueAt } from './draft-store.ts';
import { type Draft, draftOf, type FormPart, partKey, placeOf } from './form-part.ts';

/** Context of a form's fields. */
export interface FormAround {
  readonly parts: readonly FormPart[];
  readonly draft: DraftStore;
  /**
   * The checks of the fields shown now, by `draftKey`: each keeps its outcome in the draft, and says whether the field can be
   * applied. A field enters and leaves it with its control.
   */
  readonly drawn: Map<string, () => boolean>;
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

/** Checks every field shown. Earlier problems are forgotten: what the device said was about the former values. */
export function areFieldsRight({ draft, drawn }: Pick<FormAround, 'draft' | 'drawn'>): boolean {
  draft.forgive();
  return [...drawn.values()].filter((check) => !check()).length === 0;
}

/** What is made of the draft of the form around; the component is drawn again only when that changes. */
export function useDraftState<T extends Value | undefined>(select: (state: DraftState) => T): T {
  const { draft } = useForm();
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

/** The entry in a field of the form around: for parts that depend on it. */
export function useDraftValue(name: string, object?: string): Value {
  const { part, field } = findField(useForm().parts, name, object);
  return useDraftState((state) => valueAt(state, placeOf(part), name)) ?? field.default;
}

/** The problem of a field of the form around, for a control that is not a `FormField`; undefined for none. */
export function useFieldMessage(name: string, object?: string): string | undefined {
  const { part } = findField(useForm().parts, name, object);
  return useDraftState(({ problems }) => problems.get(placeOf(part))?.[name]?.message);
}

/** Sets a field of the form around, as if it had been typed. */
export function useSetDraftValue(): (name: string, value: Value, object?: string) => void {
  const { parts, draft } = useForm();
  return (name, value, object) => {
    draft.enter({ place: placeOf(findField(parts, name, object).part), column: name, value });
  };
}

/** The whole draft of the form around, kept up to date. */
export function useDraft(): Draft {
  const { parts, draft } = useForm();
  const state = useObservable(draft);
  return useMemo(() => draftOf(parts, state), [parts, state]);
}
