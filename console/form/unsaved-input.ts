import { useEffect, useId } from 'react';
import { observable } from '../feedback/observable.ts';

/** The forms and grids that hold input which was not applied; a page is not left without asking while there are any. */
export const unsavedInput = observable<ReadonlySet<string>>(new Set());

/** Says whether this component holds input that was not applied. */
export function useUnsavedInput(holds: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!holds) return;
    unsavedInput.set(new Set([...unsavedInput.get(), id]));
    return () => unsavedInput.set(new Set([...unsavedInput.get()].filter((other) => other !== id)));
  }, [holds, id]);
}
