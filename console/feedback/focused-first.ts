/**
 * The `ref` of what has the focus when its dialog opens: the browser looks for this mark then; before, nothing in it can be
 * focused.
 */
export function focusedFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
