import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly tone?: 'info' | 'warn' | 'bad';
  /** Spoken when it appears. */
  readonly live?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A sentence on the page: a warning, a reason, outdated data. */
export function Notice({ tone = 'info', live, actions, children }: NoticeProps) {
  const Icon = tone === 'info' ? Info : TriangleAlert;
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      {...(live && { role: tone === 'bad' ? 'alert' : 'status' })}
    >
      <Icon aria-hidden="true" />
      <div className={styles.words}>{children}</div>
      {actions}
    </div>
  );
}
