import { observable } from './observable.ts';

/** How long a toast stays, in milliseconds (docs/specification/product.md 9). */
const toastTime = 2000;

/** A short message, in the shown language. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info';
  readonly text: string;
}

/** The toasts now shown, oldest first. */
export const toasts = observable<readonly Toast[]>([]);

let last = 0;

/** Shows a short message for 2000 ms; it can be closed before. `text` is translated. */
export function toast(text: string, kind: Toast['kind'] = 'success'): void {
  last += 1;
  const shown: Toast = { id: last, kind, text };
  toasts.set([...toasts.get(), shown]);
  setTimeout(() => closeToast(shown.id), toastTime);
}

/** Takes a toast away before its time; nothing where it is gone already. */
export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}
