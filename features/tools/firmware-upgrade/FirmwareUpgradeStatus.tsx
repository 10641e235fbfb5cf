import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Meter } from '../../../console/elements/Meter.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import { FirmwareRestart } from './FirmwareRestart.tsx';
import { FirmwareStatus, fwUpgradeCtrl } from './objects.ts';
import { upgradePath } from './paths.ts';
import { isUnderWay } from './under-way.ts';

/** Milliseconds between two reads (docs/specification/system.md). */
const poll = 1_000;

/** Tools > Firmware Upgrade status: follows an upgrade until the switch is back (docs/specification/system.md). */
export default function FirmwareUpgradeStatus() {
  const { data } = useGroup(fwUpgradeCtrl, { poll });
  if (data?.fwOperStatus === FirmwareStatus.idle) return <Navigate to={upgradePath} replace />;
  return (
    <Page>
      {data?.fwOperStatus === FirmwareStatus.rebooting ? <FirmwareRestart /> : data && <Progress values={data} />}
    </Page>
  );
}

const { fwOperStatus, fwBytesDone, fwBytesTotal, fwRetryNow, fwElapsed } = fwUpgradeCtrl.fields;

function toneOf(status: number): Tone {
  if (isUnderWay(status)) return 'warn';
  return status === FirmwareStatus.success ? 'ok' : 'bad';
}

function Progress({ values }: { values: GroupValues<typeof fwUpgradeCtrl> }) {
  const t = useText();
  const navigate = useNavigate();
  const { fwOperStatus: status } = values;
  const going = isUnderWay(status);
  const reason = wordsOfText(values.fwLastErrorSaid, values.fwLastError, t);
  const shown = (field: typeof fwBytesDone, value: number) => `${valueText(t, field, value)} ${t(field.unit ?? '')}`;
  return (
    <Card title={t('Upgrade')}>
      {going && <Notice tone="warn">{t('Do not turn off the power.')}</Notice>}
      {going && values.fwBytesTotal > 0 && (
        <Meter label={t(fwOperStatus.show(status))} percent={values.fwProgress} tone="ok" />
      )}
      {status === FirmwareStatus.failed && (
        <Notice tone="bad" live>
          {reason}
        </Notice>
      )}
      {status === FirmwareStatus.success && (
        <Notice live>{t('The firmware is installed and runs after the next restart.')}</Notice>
      )}
      <FactList
        facts={[
          {
            name: t(fwOperStatus.label),
            value: <Tag tone={toneOf(status)}>{t(fwOperStatus.show(status))}</Tag>,
          },
          { name: t(fwBytesDone.label), value: shown(fwBytesDone, values.fwBytesDone) },
          {
            name: t(fwBytesTotal.label),
            value: values.fwBytesTotal > 0 ? shown(fwBytesTotal, values.fwBytesTotal) : '',
          },
          { name: t(fwRetryNow.label), value: String(values.fwRetryNow) },
          { name: t(fwElapsed.label), value: shown(fwElapsed, values.fwElapsed) },
        ]}
      />
      {!going && <Button onClick={() => void navigate(upgradePath)}>{t('Back')}</Button>}
    </Card>
  );
}
