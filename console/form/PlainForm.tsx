import { type ReactNode, useEffect, useRef, useState } from 'react';
import { focusWrong } from './focus-wrong.ts';
import styles from './form.module.css';

interface PlainFormProps {
  /** Called by Enter and by the button that submits; the page stays where it is. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** Plain fields and the button that does what they ask for, one below the other; what is wrong takes the focus. */
export function PlainForm({ onSubmit, children }: PlainFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(0);
  useEffect(() => {
    if (submitted > 0) focusWrong(element.current);
  }, [submitted]);
  return (
    <form
      ref={element}
      className={styles.plainForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit().then(() => setSubmitted((count) => count + 1));
      }}
    >
      {children}
    </form>
  );
}
