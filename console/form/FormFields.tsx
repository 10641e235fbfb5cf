import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Fields beside each other, as many as there is room for. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
