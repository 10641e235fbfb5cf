/** Controls; the button beside a label, which opens the field's help, is none. */
export const control = ':is(input, select, textarea, button:not([aria-haspopup])):not([disabled])';

/** Focuses what is wrong first in a form; answers whether anything shown is. */
export function focusWrong(form: HTMLElement | null): boolean {
  const wrong = form?.querySelector('[data-invalid]');
  if (!wrong) return false;
  // Of an address in boxes, the box that is wrong.
  const marked = wrong.querySelector<HTMLElement>(`${control}[aria-invalid="true"]`);
  (marked ?? wrong.querySelector<HTMLElement>(control))?.focus();
  return true;
}
