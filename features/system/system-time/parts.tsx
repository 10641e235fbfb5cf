import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { serverVlan } from '../../../console/page/server-vlan.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import { ticksInWords } from '../../../model/values/ticks.ts';
import { ClockForm } from './ClockForm.tsx';
import { sysTimeCtrl, TimeSource } from './objects.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';

/** Milliseconds between two reads of the clock. */
const poll = 5_000;

/** Seconds without a sync after which clocks may have drifted apart (docs/specification/system.md B, "Time"). */
const DAY = 86_400;

const servers = [1, 2].map((index) => ({ index, key: `server ${index}` }));

/** The fields of one end of daylight saving, in an order that fits both of its kinds. */
const edge = (name: 'Start' | 'End') =>
  ['Year', 'Month', 'Week', 'Weekday', 'Day', 'Hour', 'Minute'].map((part) => `dst${name}${part}`);

export default [
  ClockState,
  form(
    [
      sysTimeCtrl,
      ...servers.map(({ index, key }) => ({
        object: sysTimeSntpServerEntry,
        index: { sysTimeSntpServerIndex: index },
        key,
      })),
    ],
    {
      title: 'Time source and zone',
      what: 'System Time',
      poll,
      fields: [
        ['sysTimeSource', 'sysTimeZone', 'sysTimeSntpPoll'],
        servers.flatMap(({ index, key }) => [
          { name: 'sysTimeSntpServer', part: key, label: (t) => t('Time server {{index}}', { index }) },
          serverVlan('sysTimeSntpVlan', 'sysTimeSntpServer', {
            part: key,
            label: (t) => t('VLAN of server {{index}}', { index }),
          }),
        ]),
        ['dstMode', 'dstOffset', ...edge('Start'), ...edge('End')],
      ],
    },
  ),
  ClockForm,
];

function ClockState() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(sysTimeCtrl, { poll });
  const sntp = data?.sysTimeSource === TimeSource.sntp;
  return (
    <Card
      title={t('Clock')}
      actions={
        sntp && (
          <Button busy={pending} onClick={() => void apply(setGroup(sysTimeCtrl, { sysTimeSyncNow: 1 }))}>
            {t('Sync now')}
          </Button>
        )
      }
    >
      {sntp && data.sysTimeSyncError !== '' && (
        <Notice tone="warn" live>
          {wordsOfText(data.sysTimeSyncSaid, data.sysTimeSyncError, t)}
        </Notice>
      )}
      {sntp && data.sysTimeSinceSync > DAY && (
        <Notice tone="warn">{t('The clock has not been synchronized for more than a day.')}</Notice>
      )}
      <FactList
        facts={[
          { name: t('Current time'), value: data?.sysTimeCurrent },
          { name: t('Last sync'), value: data && (data.sysTimeLastSync || t('never')) },
          { name: t('Time since last sync'), value: data && <SinceSync seconds={data.sysTimeSinceSync} /> },
          { name: t('Server'), value: data?.sysTimeSyncServer },
          {
            name: t('Offset'),
            value:
              data &&
              (data.sysTimeLastSync ? `${valueText(t, sysTimeCtrl.fields.sysTimeOffset, data.sysTimeOffset)} ms` : ''),
          },
        ]}
      />
    </Card>
  );
}

function SinceSync({ seconds }: { readonly seconds: number }) {
  const t = useText();
  if (seconds < 0) return t('never');
  return <Tag tone={seconds > DAY ? 'warn' : 'ok'}>{ticksInWords(seconds * 100)}</Tag>;
}
