import type { ReactNode } from 'react';
import { confirm } from '../feedback/dialogs.ts';
import { useText } from '../translations/use-text.ts';
import { leavingFreely, useUnsavedInput } from './unsaved-input.ts';

interface ClosableProps {
  /** Whether it holds entries. */
  readonly isTyped: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form of plain fields that Escape closes, wherever in it the focus is; entries are not lost without asking. */
export function Closable({ isTyped, onClose, children }: ClosableProps) {
  const t = useText();
  useUnsavedInput(isTyped);
  const close = async () => {
    if (isTyped && !(await confirm(t('Close the form without your entries?')))) return;
    leavingFreely(onClose);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that bubbles from the fields inside
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        void close();
      }}
    >
      {children}
    </div>
  );
}
