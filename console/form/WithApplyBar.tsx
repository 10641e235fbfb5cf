import type { ReactNode } from 'react';
import styles from './ApplyBar.module.css';

/** The edited part and, last, the `ApplyBar` that stays at the foot of the window as long as any of it is in sight. */
export function WithApplyBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.around}>{children}</div>;
}
