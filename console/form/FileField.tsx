import { type ReactNode, type RefObject, useId } from 'react';
import styles from './file-field.module.css';

interface FileFieldProps {
  readonly label: string;
  /** The file types that the browser offers, as of `<input accept>`. */
  readonly accept: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly disabled?: boolean;
  readonly onChange?: (file: File | undefined) => void;
  /** The problem of the file. */
  readonly message?: string | undefined;
  /** Information on the chosen file; changes are announced. */
  readonly about?: ReactNode;
  readonly help?: string;
}

/** Chooses a file of the administrator's machine. */
export function FileField({ label, input, message, about, help, onChange, ...more }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles.file} data-invalid={message ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        onChange={(event) => onChange?.(event.target.files?.[0])}
        aria-describedby={`${id}message ${id}help`}
        aria-invalid={message !== undefined || undefined}
        {...more}
      />
      <small id={`${id}message`} className={message ? styles.error : styles.about} aria-live="polite">
        {message ?? about}
      </small>
      <small id={`${id}help`} className={styles.about}>
        {help}
      </small>
    </div>
  );
}
