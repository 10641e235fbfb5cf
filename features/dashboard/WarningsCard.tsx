import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { timeAgoText } from '../../console/table/time-ago-text.ts';
import { useText } from '../../console/translations/use-text.ts';
import { syslogMsgEntry } from '../system/system-log/message-objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import styles from './dashboard.module.css';
import { lastWarnings } from './last-warnings.ts';

const words = { alert: 'Alert', critical: 'Critical', warning: 'Warning' } as const;

/** The last five warnings of the log. */
export function WarningsCard({ poll }: { poll: number | false }) {
  const t = useText();
  const log = useRows(syslogMsgEntry, {}, { poll }).data;
  const now = useGroup(sysTimeCtrl, { poll }).data?.sysTimeCurrent;
  const warnings = log && lastWarnings(log, now, 5, t);
  return (
    <Card
      title={t('Warnings')}
      actions={
        <Link to="/System/SystemLog" className={styles.link}>
          {t('View All')}
        </Link>
      }
    >
      {!warnings && <Skeleton />}
      {warnings?.length === 0 && <p className={styles.muted}>{t('No warnings in the log.')}</p>}
      {warnings && warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(({ index, level, message, date, secondsAgo }) => (
            <li key={index}>
              <Tag tone={level === 'warning' ? 'warn' : 'bad'}>{t(words[level])}</Tag>
              <span>
                {message}
                <span className={styles.muted} title={date}>
                  {secondsAgo === undefined ? date : timeAgoText(t, secondsAgo)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
