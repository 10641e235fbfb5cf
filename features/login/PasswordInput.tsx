import { type KeyboardEvent, type Ref, useState } from 'react';
import { useText } from '../../console/translations/use-text.ts';
import styles from './login.module.css';

interface PasswordInputProps {
  readonly id: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * The password with its show/hide toggle, and the tooltip that is shown while caps lock is active. Enter submits the
 * form.
 */
export function PasswordInput({ id, ref, value, onChange }: PasswordInputProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('Password')}</label>
      <span className={styles.password}>
        <input
          id={id}
          ref={ref}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={`${id}caps`}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-label={t('Show password')}
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
            <circle cx="12" cy="12" r="3" />
            {shown && <path d="M4 20 20 4" />}
          </svg>
        </button>
      </span>
      <span id={`${id}caps`} className={styles.caps} role="status">
        {capsLock && <span role="tooltip">{t('Caps lock is On')}</span>}
      </span>
    </div>
  );
}
