import { useId } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './ask-password.module.css';
import { ask, type EntryProps } from './dialogs.ts';
import { focusedFirst } from './focused-first.ts';

/**
 * Asks for the user's password; undefined if none is entered. `text` gives the reason, `wrongPassword` the fault of the
 * previous one; both are translated.
 */
export async function askPassword(text: string, wrongPassword?: string): Promise<string | undefined> {
  let password = '';
  const takesPassword = (typed: string) => {
    password = typed;
  };
  const ok = await ask({
    kind: 'confirm',
    title: 'Please confirm',
    text,
    Entry: PasswordEntry,
    takesPassword,
    ...(wrongPassword !== undefined && { wrongPassword }),
  });
  return ok && password !== '' ? password : undefined;
}

function PasswordEntry({ dialog, met, setMet }: EntryProps) {
  const t = useText();
  const id = useId();
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault();
        if (met) dialog.answer(true);
      }}
    >
      <label htmlFor={id}>{t('Password')}</label>
      <input
        id={id}
        ref={focusedFirst}
        type="password"
        autoComplete="current-password"
        aria-invalid={dialog.wrongPassword !== undefined}
        aria-describedby={`${id}wrong`}
        onChange={({ currentTarget: { value } }) => {
          dialog.takesPassword?.(value);
          setMet(value !== '');
        }}
      />
      <small id={`${id}wrong`} role="alert">
        {dialog.wrongPassword}
      </small>
    </form>
  );
}
