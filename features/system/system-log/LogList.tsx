import { useMemo, useState } from 'react';
import { deleteAllRows } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { fetchFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import type { Column } from '../../../console/table/column.ts';
import { RowsTable } from '../../../console/table/RowsTable.tsx';
import { timeAgoText } from '../../../console/table/time-ago-text.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { compareText } from '../../../model/schema/field.ts';
import type { LogLevel } from '../../../model/values/log-entry.ts';
import { HostNamed } from '../../HostNamed.tsx';
import { addressesIn, withHostNames } from '../../host-names.ts';
import { useHostNames } from '../../use-host-names.ts';
import { sysTimeCtrl } from '../system-time/objects.ts';
import { LogFilterBar } from './LogFilterBar.tsx';
import styles from './log.module.css';
import { fits, type LogFilter, type LogRow, logRow, secondsSince } from './log-row.ts';
import { syslogMsgEntry } from './message-objects.ts';
import { LOG_DOWNLOAD } from './objects.ts';

/** Milliseconds between two reads. */
const POLL = 10_000;

const levels: Readonly<Record<LogLevel, { readonly words: string; readonly tone: Tone; readonly rank: number }>> = {
  alert: { words: 'Alert', tone: 'bad', rank: 0 },
  critical: { words: 'Critical', tone: 'bad', rank: 1 },
  warning: { words: 'Warning', tone: 'warn', rank: 2 },
  info: { words: 'Info', tone: 'neutral', rank: 3 },
};

/** The messages, narrowed by level, text and time; Clear and Download. */
export function LogList() {
  const t = useText();
  const { data, error } = useRows(syslogMsgEntry, {}, { poll: POLL });
  const { data: clock } = useGroup(sysTimeCtrl, { poll: POLL });
  const [filter, setFilter] = useState<LogFilter>({ level: '', from: '', to: '' });
  const { apply } = useApply();
  const rows = useMemo(() => data?.map((row) => logRow(row, t)), [data, t]);
  const addresses = useMemo(() => rows?.flatMap(({ message }) => addressesIn(message)) ?? [], [rows]);
  const names = useHostNames(addresses);
  const now = clock?.sysTimeCurrent ?? '';
  const columns: Column<LogRow>[] = [
    {
      key: 'time',
      title: t('Time'),
      right: false,
      text: (row) => row.time,
      draw: (row) => <LogTime row={row} now={now} />,
      compare: (a, b) => compareText(a.time, b.time) || b.index - a.index,
    },
    {
      key: 'level',
      title: t('Level'),
      right: false,
      text: (row) => t(levels[row.level].words),
      draw: (row) => <Tag tone={levels[row.level].tone}>{t(levels[row.level].words)}</Tag>,
      compare: (a, b) => levels[a.level].rank - levels[b.level].rank,
    },
    {
      key: 'message',
      title: t('Message'),
      right: false,
      text: (row) => withHostNames(row.message, names),
      draw: (row) => (
        <span className={styles.message}>
          <HostNamed text={row.message} names={names} />
        </span>
      ),
      compare: (a, b) => compareText(a.message, b.message),
    },
  ];
  const clear = async () => {
    if (await confirmDeletion({ text: t('Clear the log? Its messages cannot be restored.') })) {
      await apply(deleteAllRows(syslogMsgEntry), { what: 'Clear log' });
    }
  };
  return (
    <div className={styles.list}>
      <LogFilterBar filter={filter} onChange={setFilter} words={(level) => t(levels[level].words)} />
      <RowsTable
        title={t('Messages')}
        label={t('Messages')}
        columns={columns}
        rows={rows?.filter((row) => fits(row, filter))}
        keyOf={(row) => String(row.index)}
        filter={t('Filter by text')}
        failure={error}
        empty={rows?.length === 0 ? t('The log is empty.') : t('No matches for the filter.')}
        actions={
          <>
            <Button look="text" onClick={() => void fetchFile(LOG_DOWNLOAD).catch(report)}>
              {t('Download log')}
            </Button>
            <Button look="text" destructive onClick={() => void clear()}>
              {t('Clear log')}
            </Button>
          </>
        }
      />
    </div>
  );
}

function LogTime({ row, now }: { row: LogRow; now: string }) {
  const t = useText();
  const seconds = secondsSince(row.time, now);
  return (
    <span className={styles.time}>
      {row.time === '' ? '–' : row.time}
      {seconds !== undefined && <small>{timeAgoText(t, seconds)}</small>}
    </span>
  );
}
