import { useGroup } from '../../../console/call/use-reads.ts';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Skeleton } from '../../../console/elements/Skeleton.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf, wordsOfText } from '../../../model/values/message.ts';
import { cfgTransferCtrl, TransferStatus } from './objects.ts';
import { missingLines } from './restore-report.ts';

/** Milliseconds between two reads: a transfer by TFTP, or another session's, goes on without this page. */
const poll = 3000;

const tones: Readonly<Record<number, Tone>> = {
  [TransferStatus.idle]: 'neutral',
  [TransferStatus.success]: 'ok',
  [TransferStatus.failure]: 'bad',
  [TransferStatus.transferring]: 'warn',
  [TransferStatus.checking]: 'warn',
};

/** State of the last backup or restore, and why it failed. */
export function TransferState() {
  const t = useText();
  const { cfgOperStatus, cfgLastError, cfgMissingSecrets } = cfgTransferCtrl.fields;
  const { data } = useGroup(cfgTransferCtrl, { poll });
  const missing = data ? missingLines(data.cfgMissingSecrets) : [];
  const reason = data && wordsOfText(data.cfgLastErrorSaid, data.cfgLastError, t);
  return (
    <Card title={t('Last transfer')}>
      <FactList
        facts={[
          {
            name: t(cfgOperStatus.label),
            value: data ? (
              <Tag tone={tones[data.cfgOperStatus] ?? 'neutral'}>{t(cfgOperStatus.show(data.cfgOperStatus))}</Tag>
            ) : (
              <Skeleton width="80px" />
            ),
          },
          ...(reason ? [{ name: t(cfgLastError.label), value: reason }] : []),
          ...(missing.length > 0
            ? [{ name: t(cfgMissingSecrets.label), value: missing.map((line) => wordsOf(line, t)).join(' ') }]
            : []),
        ]}
      />
    </Card>
  );
}
