import { deleteAllRows } from '../../console/call/object-calls.ts';
import { report } from '../../console/call/report.ts';
import { fetchFile } from '../../console/call/transfer.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../console/feedback/dialogs.ts';
import { list } from '../../console/page/list.tsx';
import { translate } from '../../console/translations/language.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { aSVLogEntry, LogLevel } from './log-objects.ts';
import { SURVEILLANCE_LOG_DOWNLOAD } from './names.ts';
import styles from './surveillance.module.css';

const tones = {
  [LogLevel.alert]: 'bad',
  [LogLevel.critical]: 'bad',
  [LogLevel.warning]: 'warn',
  [LogLevel.info]: 'neutral',
} as const;

export default [
  list(aSVLogEntry, {
    title: 'Messages',
    poll: 10_000,
    filter: 'Filter by level, type, port or text',
    empty: 'No events yet.',
    kept: false,
    columns: [
      'aSVLogTime',
      { name: 'aSVLogLevel', draw: ({ aSVLogLevel }) => <Level level={aSVLogLevel} /> },
      'aSVLogType',
      'aSVLogPort',
      {
        name: 'aSVLogText',
        text: textOf,
        draw: (row) => <span className={styles.message}>{textOf(row)}</span>,
      },
    ],
    actions: LogActions,
  }),
];

function textOf({ aSVLogSaid, aSVLogText }: RowOf<typeof aSVLogEntry>): string {
  return wordsOfText(aSVLogSaid, aSVLogText, translate);
}

function Level({ level }: { readonly level: keyof typeof tones }) {
  const t = useText();
  return <Tag tone={tones[level]}>{t(aSVLogEntry.fields.aSVLogLevel.show(level))}</Tag>;
}

function LogActions() {
  const t = useText();
  const { apply } = useApply();
  const clear = async () => {
    const text = t('Clear the Surveillance Log? The system log keeps its messages.');
    if (await confirmDeletion({ text })) await apply(deleteAllRows(aSVLogEntry), { what: 'Clear Surveillance Log' });
  };
  return (
    <>
      <Button look="text" onClick={() => void fetchFile(SURVEILLANCE_LOG_DOWNLOAD).catch(report)}>
        {t('Download log')}
      </Button>
      <Button look="text" destructive onClick={() => void clear()}>
        {t('Clear log')}
      </Button>
    </>
  );
}
