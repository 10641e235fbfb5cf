import type { ReactNode } from 'react';
import styles from './ApplyBar.module.css';

/** What is changed and, last, the `ApplyBar` that stays at the foot of the window for as long as any of it is in sight. */
export function WithApplyBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.around}>{children}</div>;
}
