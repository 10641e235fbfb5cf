import { useMemo } from 'react';
import { useRows } from '../../console/call/use-reads.ts';
import { Tag } from '../../console/elements/Tag.tsx';
import { ObjectTable } from '../../console/table/ObjectTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import type { Translate } from '../../model/values/translate.ts';
import styles from './capture.module.css';
import { CAPTURE_LINES, CaptureLineWay, captureLineEntry } from './objects.ts';

type Line = RowOf<typeof captureLineEntry>;

/** The last frames of the capture, the newest first. */
export function CaptureLines({ poll }: { readonly poll: number | false }) {
  const t = useText();
  const { data } = useRows(captureLineEntry, {}, { poll });
  const rows = useMemo(() => data?.toReversed(), [data]);
  const { fields } = captureLineEntry;
  return (
    <ObjectTable
      object={captureLineEntry}
      title={t('Frames')}
      rows={rows}
      kept={false}
      filter="Address, protocol or content"
      count={(total) => (total < CAPTURE_LINES ? '' : t('the last {{count}}', { count: total }))}
      empty={t('No frames yet.')}
      columns={[
        'captureLineIndex',
        { name: 'captureLineTime', draw: ({ captureLineTime: time }) => <time title={time}>{time.slice(11)}</time> },
        'captureLinePort',
        {
          name: 'captureLineDirection',
          draw: ({ captureLineDirection: way }) => (
            <Tag tone="plain">
              {way === CaptureLineWay.received ? '→' : '←'}
              <span className={styles.way}> {t(fields.captureLineDirection.show(way))}</span>
            </Tag>
          ),
        },
        {
          key: 'ends',
          title: 'Source, destination',
          text: ({ captureLineSource: from, captureLineDestination: to }) => `${from} → ${to}`,
          // Where there is little room the destination takes a line of its own.
          draw: ({ captureLineSource: from, captureLineDestination: to }) => (
            <span className={styles.ends}>
              <span>{from}</span> <span>{`→ ${to}`}</span>
            </span>
          ),
        },
        'captureLineProtocol',
        'captureLineLength',
        {
          name: 'captureLineWords',
          text: (row) => said(row, t),
          draw: (row) => <span className={styles.said}>{said(row, t)}</span>,
        },
      ]}
    />
  );
}

function said({ captureLineSaid, captureLineWords }: Line, t: Translate): string {
  return wordsOfText(captureLineSaid, captureLineWords, t);
}
