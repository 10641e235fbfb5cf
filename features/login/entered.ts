/** What was done with the form that came with the page, before the code was there that answers to it. */
export interface Entered {
  readonly username: string;
  readonly password: string;
  /** The code of the language chosen, "" if none was. */
  readonly language: string;
  /** Where the focus is: the number among the form's elements, -1 if it is on none of them. */
  readonly focused: number;
  /** The part of the text that is selected there, or where the caret is. */
  readonly selection?: readonly [from: number, to: number];
  /** Whether it was sent. */
  readonly isSent: boolean;
}

/** Reads it from the form of the page; undefined, or a form that is no longer shown, holds nothing. */
export function enteredIn(form: HTMLFormElement | undefined): Entered {
  if (!form?.isConnected) return { username: '', password: '', language: '', focused: -1, isSent: false };
  const textOf = (field: string) => form.querySelector<HTMLInputElement>(`[autocomplete="${field}"]`)?.value ?? '';
  const language = form.querySelector('select')?.selectedOptions[0];
  const active = document.activeElement;
  const { selectionStart: from = null, selectionEnd: to = null } = active instanceof HTMLInputElement ? active : {};
  return {
    username: textOf('username'),
    password: textOf('current-password'),
    language: language && !language.defaultSelected ? language.value : '',
    focused: active ? [...form.elements].indexOf(active) : -1,
    ...(from !== null && to !== null && { selection: [from, to] as const }),
    isSent: form.querySelector('[type="submit"]')?.getAttribute('aria-disabled') === 'true',
  };
}

/** Goes on in the form that takes its place: with the same focus, and sent if that one was. */
export function goOn(form: HTMLFormElement, { focused, selection, isSent }: Entered): void {
  const element = form.elements[focused];
  if (element instanceof HTMLElement) element.focus();
  if (selection && element instanceof HTMLInputElement) element.setSelectionRange(...selection);
  if (isSent) form.requestSubmit();
}
