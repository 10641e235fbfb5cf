import { useMemo } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ClockForm } from './ClockForm.tsx';
import { DaylightFields } from './DaylightFields.tsx';
import { sysTimeCtrl, sysTimeSntpServerEntry, TimeSource } from './objects.ts';

const serverPart = (index: number) => `server ${index}`;

/** System > System Time: clock, time servers, zone and daylight saving (reference). */
export default function SystemTime() {
  const t = useText();
  const { data: settings } = useGroup(sysTimeCtrl, { poll: 5_000 });
  const { data: servers } = useRows(sysTimeSntpServerEntry);
  const parts = useMemo(
    () => [
      { object: sysTimeCtrl, values: settings },
      ...[1, 2].map((index) => ({
        object: sysTimeSntpServerEntry,
        key: serverPart(index),
        values: servers?.find(({ sysTimeSntpServerIndex }) => sysTimeSntpServerIndex === index),
      })),
    ],
    [settings, servers],
  );
  return (
    <Page
      title={t('System Time')}
      sentence={t('The clock of the switch: where it is set from, its zone and daylight saving.')}
      actions={<RefreshButton />}
    >
      <ClockState />
      <ObjectForm parts={parts} title={t('Time source and zone')} what="System Time">
        <FormFields>
          <FormField name="sysTimeSource" />
          <FormField name="sysTimeZone" />
          <FormField name="sysTimeSntpPoll" />
        </FormFields>
        <FormFields>
          {[1, 2].map((index) => (
            <ServerFields key={index} index={index} />
          ))}
        </FormFields>
        <FormFields>
          <DaylightFields />
        </FormFields>
      </ObjectForm>
      <ClockForm settings={settings} />
    </Page>
  );
}

/** One time server; the VLAN matters for a link-local address alone. */
function ServerFields({ index }: { index: number }) {
  const t = useText();
  const part = serverPart(index);
  const linkLocal = /^fe[89ab]/i.test(String(useDraftValue('sysTimeSntpServer', part)));
  const vlan = Number(useDraftValue('sysTimeSntpVlan', part));
  return (
    <>
      <FormField object={part} name="sysTimeSntpServer" label={t('Time server {{index}}', { index })} />
      {(linkLocal || vlan !== 0) && (
        <FormField object={part} name="sysTimeSntpVlan" label={t('VLAN of server {{index}}', { index })} />
      )}
    </>
  );
}

function ClockState() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(sysTimeCtrl, { poll: 5_000 });
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
          {data.sysTimeSyncError}
        </Notice>
      )}
      <FactList
        facts={[
          { name: t('Current time'), value: data?.sysTimeCurrent },
          { name: t('Last sync'), value: data && (data.sysTimeLastSync || t('never')) },
          { name: t('From'), value: data?.sysTimeSyncServer },
          { name: t('Offset'), value: data?.sysTimeLastSync ? `${data.sysTimeOffset.toFixed(1)} ms` : '' },
        ]}
      />
    </Card>
  );
}
