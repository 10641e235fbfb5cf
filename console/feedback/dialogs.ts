import type { ComponentType } from 'react';
import { observable } from './observable.ts';

/** A question or a message that waits for an answer before anything else goes on. */
export interface Dialog {
  readonly id: number;
  readonly kind: 'confirm' | 'warning' | 'sessionEnd';
  readonly title: string;
  readonly text: string;
  /** More to know, in smaller type. */
  readonly detail?: string;
  /** OK takes away what cannot be brought back: it is red, and not where the focus is. */
  readonly destructive?: true;
  /** The box to tick before OK can be pressed. */
  readonly condition?: string;
  /** The entry required before OK can be pressed: drawn by code that comes with the question. */
  readonly Entry?: ComponentType<EntryProps>;
  /** Hears the password as it is typed. */
  readonly takesPassword?: (password: string) => void;
  /** The message about the password entered before, translated. */
  readonly wrongPassword?: string;
  answer(ok: boolean): void;
}

/** Properties of a dialog's entry. */
export interface EntryProps {
  readonly dialog: Dialog;
  /** Whether OK can be pressed. */
  readonly met: boolean;
  readonly setMet: (met: boolean) => void;
}

/** The dialogs waiting; the first one is shown. */
export const dialogs = observable<readonly Dialog[]>([]);

let last = 0;

/** Asks, and resolves to whether OK was pressed. Texts are translated. */
export function ask(dialog: Omit<Dialog, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    last += 1;
    const id = last;
    const answer = (ok: boolean) => {
      dialogs.set(dialogs.get().filter((waiting) => waiting.id !== id));
      resolve(ok);
    };
    dialogs.set([...dialogs.get(), { ...dialog, id, answer }]);
  });
}

/** Asks under 'Please confirm' with OK and Cancel (docs/specification/product.md 8). `text` is translated. */
export function confirm(text: string, detail?: string): Promise<boolean> {
  return ask({ kind: 'confirm', title: 'Please confirm', text, ...(detail && { detail }) });
}

/** Asks before something is deleted; where there is a condition, OK waits for it to be ticked. Texts are translated. */
export function confirmDeletion(question: Pick<Dialog, 'text' | 'detail' | 'condition'>): Promise<boolean> {
  return ask({ kind: 'confirm', title: 'Please confirm', destructive: true, ...question });
}

/** Shows a message that the administrator closes. The same message is not shown twice at a time. */
export async function warn(text: string, detail?: string): Promise<void> {
  if (dialogs.get().some((waiting) => waiting.kind === 'warning' && waiting.text === text)) return;
  await ask({ kind: 'warning', title: 'Warning', text, ...(detail && { detail }) });
}

/** Closes a message whose cause is gone. */
export function withdrawWarning(text: string): void {
  for (const waiting of dialogs.get()) if (waiting.kind === 'warning' && waiting.text === text) waiting.answer(true);
}

/** Takes back the questions of a page that is left, as if they were answered with Cancel. */
export function withdrawQuestions(): void {
  for (const waiting of dialogs.get()) if (waiting.kind === 'confirm') waiting.answer(false);
}

/** Says that the session has ended. Resolves when the administrator goes on to the login page; shown once. */
export async function sayThatSessionEnded(text: string): Promise<boolean> {
  if (dialogs.get().some((waiting) => waiting.kind === 'sessionEnd')) return false;
  for (const waiting of dialogs.get()) waiting.answer(false);
  return ask({ kind: 'sessionEnd', title: 'Warning', text });
}
