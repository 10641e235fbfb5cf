import { Bell } from 'lucide-react';
import { useRows } from '../../../console/call/use-reads.ts';
import { classNames } from '../../../console/elements/class-names.ts';
import { Skeleton } from '../../../console/elements/Skeleton.tsx';
import bar from '../../../console/layouts/bar.module.css';
import { Popover } from '../../../console/layouts/Popover.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { syslogMsgEntry } from '../../../features/system/system-log/message-objects.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { warningsAmong } from './warnings.ts';

/** Milliseconds between two reads of the log (docs/specification/product.md 9). */
const pollTime = 30_000;
/** Pixels. */
const popoverWidth = 340;

/**
 * The warning bell: the number of entries that the log was answered with (docs/specification/product.md 4), loud only where there
 * are warnings among them, and in its popover what the number means, the warnings, and the way to the whole log.
 */
export function WarningBell() {
  const t = useText();
  const { data } = useRows(syslogMsgEntry, {}, { poll: pollTime, background: true });
  const warnings = data && warningsAmong(data, t);
  const count = data?.length ?? 0;
  const label = warnings ? labelOf(warnings.length, count, t) : t('Warnings');
  return (
    <Popover
      label={label}
      className={bar.icon}
      width={popoverWidth}
      button={
        <>
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
          {count > 0 && <b className={classNames(bar.badge, warnings?.length === 0 && bar.quiet)}>{count}</b>}
        </>
      }
    >
      {(close) => (
        <>
          <div className={bar.panelHead}>
            <h2>
              {t('Warnings')}
              {warnings && <small className={bar.count}>{label}</small>}
            </h2>
            <Link to="/System/SystemLog" onClick={close}>
              {t('View All')}
            </Link>
          </div>
          {!warnings ? (
            <p className={bar.empty}>
              <Skeleton />
            </p>
          ) : warnings.length === 0 ? (
            <p className={bar.empty}>{t('No warnings in the log.')}</p>
          ) : (
            <ul className={bar.list}>
              {warnings.map(({ index, level, date, msg }) => (
                <li key={index}>
                  <span>
                    <b className={level === 'critical' ? bar.critical : bar.warning}>
                      {level === 'critical' ? t('Critical') : t('Warning')}
                    </b>{' '}
                    {msg}
                  </span>
                  <span className={bar.muted}>{date}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Popover>
  );
}

function labelOf(warnings: number, entries: number, t: Translate): string {
  const words = warnings === 1 ? t('1 warning') : t('{{count}} warnings', { count: warnings });
  return `${words}, ${entries === 1 ? t('1 log entry') : t('{{count}} log entries', { count: entries })}`;
}
