import type { ReactNode } from 'react';
import styles from './form.module.css';

interface PlainFormProps {
  /** Called by Enter and by the button that submits; the page stays where it is. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** Plain fields and the button that does what they ask for, one below the other. */
export function PlainForm({ onSubmit, children }: PlainFormProps) {
  return (
    <form
      className={styles.plainForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
