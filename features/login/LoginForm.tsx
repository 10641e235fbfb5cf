import type { FormEvent, Ref } from 'react';
import { LanguageSelect } from '../../console/translations/LanguageSelect.tsx';
import { useText } from '../../console/translations/use-text.ts';
import styles from './login.module.css';
import { PasswordInput } from './PasswordInput.tsx';

interface LoginFormProps {
  readonly title: string;
  /** Begins the names of its fields in the document. */
  readonly id: string;
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  /** Whether a login is under way. */
  readonly loading: boolean;
  readonly onSubmit?: (event: FormEvent) => void;
  readonly form?: Ref<HTMLFormElement>;
  readonly passwordField?: Ref<HTMLInputElement> | undefined;
}

/**
 * What the login page shows. Devices send it with their page, drawn by the build, so that it can be filled in before any code is there;
 * `method` and fields without names keep the browser from sending anything by itself.
 */
export function LoginForm(props: LoginFormProps) {
  const { title, id, username, onUsername, password, onPassword, loading } = props;
  const t = useText();
  return (
    <main className={styles.page}>
      <form ref={props.form} method="dialog" className={styles.card} onSubmit={props.onSubmit} aria-busy={loading}>
        <div className={styles.head}>
          <svg width="44" height="44" viewBox="0 0 26 26" aria-hidden="true">
            <rect width="26" height="26" rx="6" fill="#1890ff" />
            <path d="M6 19v-8h4V8h6v3h4v8z" fill="#fff" />
          </svg>
          <h1>{title}</h1>
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}username`}>{t('Username')}</label>
          <input
            id={`${id}username`}
            className={styles.input}
            value={username}
            onChange={(event) => onUsername(event.target.value)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose.
            autoFocus
          />
        </div>
        <PasswordInput id={`${id}password`} ref={props.passwordField} value={password} onChange={onPassword} />
        <button type="submit" className={styles.submit} aria-disabled={loading}>
          {loading && <span className={styles.spinner} aria-hidden="true" />}
          {t('Login')}
        </button>
        <div className={styles.language}>
          <LanguageSelect id={`${id}language`} className={styles.input} />
        </div>
        <p className="visually-hidden" role="status">
          {loading ? t('Logging in …') : ''}
        </p>
      </form>
    </main>
  );
}
