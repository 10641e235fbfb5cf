import type { ReactNode } from 'react';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import styles from './Page.module.css';

interface PageProps {
  readonly title: ReactNode;
  /** One sentence on what the page is for. */
  readonly sentence?: ReactNode;
  /** Actions at the upper right; one of them at most is primary. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, one sentence, its actions, and the cards below. */
export function Page({ title, sentence, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <LeaveGuard />
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title}</h1>
          {sentence && <p>{sentence}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
