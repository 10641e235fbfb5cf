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

/** The administrator was asked, and gives up what was typed. */
export function giveUpInput(): void {
  unsavedInput.set(new Set());
}

let free = false;

/** Runs what may leave the page without asking: its input was applied or given up just now. */
export function leavingFreely(action: () => void): void {
  free = true;
  try {
    action();
  } finally {
    free = false;
  }
}

/** Whether leaving the page would lose input. */
export function holdsInput(): boolean {
  return unsavedInput.get().size > 0 && !free;
}
