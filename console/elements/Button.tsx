import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';

/** Properties of a button beside those of every HTML button. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the one action of a page; `text`: an action in a row or heading; default: outlined. */
  readonly look?: 'primary' | 'outlined' | 'text';
  /** Red text: the action takes something away. */
  readonly destructive?: boolean;
  /** Work is under way: the button stays focusable but does nothing, and says so. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button of the console; a plain `type="button"` by default. */
export function Button(props: ButtonProps) {
  const { look = 'outlined', destructive, busy, icon, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={classNames(styles.button, styles[look], destructive && styles.destructive, className)}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Spoken, and shown as a tooltip by the browser. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button that holds just an icon; its label is spoken. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.iconButton, className)}
    >
      {children}
    </button>
  );
}
