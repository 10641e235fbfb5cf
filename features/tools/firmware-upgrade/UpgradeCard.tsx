import { useState } from 'react';
import { device } from '../../../console/boot/device.ts';
import { CallRefused, failureText } from '../../../console/call/failure.ts';
import type { Question } from '../../../console/call/guarded.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { sendFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Meter } from '../../../console/elements/Meter.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { FileField } from '../../../console/form/FileField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { useBundle } from '../../../console/form/use-bundle.ts';
import { usePlainField } from '../../../console/form/use-plain-field.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { isNewerVersion } from '../../../model/values/version.ts';
import type { Value } from '../../../model/wire/call.ts';
import { sysConfig } from '../../save/objects.ts';
import { TftpFields } from '../TftpFields.tsx';
import { useTftp } from '../use-tftp.ts';
import { FIRMWARE_UPLOAD, FirmwareMethod, fwServer, fwUpgradeCtrl } from './objects.ts';

const { fwMethod, fwRetryCount, fwRebootAfter, fwAllowOlder } = fwUpgradeCtrl.fields;

/** Loads a bundle, sent from here or fetched from a TFTP server; `onEnd` hears that it is in its slot. */
export function UpgradeCard({ onEnd }: { onEnd: (how: 'restarts' | 'done') => void }) {
  const t = useText();
  const method = usePlainField(fwMethod, FirmwareMethod.http);
  const reboot = usePlainField(fwRebootAfter, TruthValue.yes);
  const older = usePlainField(fwAllowOlder, TruthValue.no);
  const tftp = useTftp(fwServer);
  const [retries, setRetries] = useState<Value>(fwRetryCount.default);
  const bundle = useBundle(device().modelName);
  const [refused, setRefused] = useState<string>();
  const [sent, setSent] = useState<number>();
  const { apply, pending } = useApply();
  const { data: configuration } = useGroup(sysConfig);
  const { data: present } = useGroup(fwUpgradeCtrl);
  const overTftp = method.value === FirmwareMethod.tftp;
  const count = fwRetryCount.read(retries);
  const restarts = reboot.value === TruthValue.yes;
  const unsaved = restarts && configuration?.configDirty === TruthValue.yes;

  /** The one question before an upgrade. */
  const question = (version?: string): Question => {
    const older = version !== undefined && isOlder(version);
    const lines = [
      ...(older ? [t('An older version may not understand settings that were saved by the present one.')] : []),
      t('Do not turn off the power.'),
      ...(unsaved ? [t('Unsaved settings will be lost: save them first.')] : []),
      ...(restarts ? [t('The switch restarts, and traffic is interrupted for some seconds.')] : []),
    ];
    const text =
      version === undefined
        ? t('Upgrade the firmware from the server?')
        : older
          ? t('Version {{version}} is older than the running one. Load it anyway?', { version })
          : t('Upgrade the firmware to version {{version}}?', { version });
    return { text, detail: lines.join('\n') };
  };
  const isOlder = (version: string) => present !== undefined && isNewerVersion(present.fwRunningVersion, version);
  const begin = (ask: Question, more: Readonly<Record<string, Value>>) =>
    apply(setGroup(fwUpgradeCtrl, { fwStart: 1, fwMethod: method.value, fwRebootAfter: reboot.value, ...more }), {
      success: false,
      quiet: overTftp,
      ask,
    });

  const fromServer = async () => {
    const server = tftp.read();
    if (!server || !count.ok) return;
    const begun = await begin(question(), { ...server, fwRetryCount: count.value, fwAllowOlder: older.value });
    if (begun.ok) onEnd('done');
    else if (!begun.cancelled && !tftp.take(begun.failure)) report(begun.failure);
  };
  const fromHere = async () => {
    const chosen = bundle.take();
    if (!chosen) return;
    const { file, manifest } = chosen;
    const { version } = manifest;
    const fwAllowOlder = isOlder(version) ? TruthValue.yes : TruthValue.no;
    if (!(await begin(question(version), { fwAllowOlder })).ok) return;
    setSent(0);
    try {
      await sendFile(FIRMWARE_UPLOAD, {}, file, setSent);
      onEnd(restarts ? 'restarts' : 'done');
    } catch (failure) {
      if (failure instanceof CallRefused) setRefused(failureText(failure, t));
      else report(failure);
    } finally {
      setSent(undefined);
    }
  };
  return (
    <Card title={t('Upgrade')}>
      <PlainForm onSubmit={overTftp ? fromServer : fromHere}>
        {unsaved && <Notice tone="warn">{t('Unsaved settings will be lost: save them first.')}</Notice>}
        <FormFields>
          <PlainField {...method} />
          {overTftp && <TftpFields tftp={tftp} />}
          {overTftp && (
            <PlainField
              field={fwRetryCount}
              value={retries}
              onChange={setRetries}
              message={count.ok ? undefined : wordsOf(count.message, t)}
            />
          )}
          {overTftp && <PlainField {...older} />}
        </FormFields>
        {!overTftp && (
          <FileField
            {...bundle.field}
            disabled={sent !== undefined}
            onChange={(file) => {
              setRefused(undefined);
              bundle.field.onChange(file);
            }}
          />
        )}
        <FormFields>
          <PlainField {...reboot} />
        </FormFields>
        {sent !== undefined && <Meter label={t('Sent')} percent={sent * 100} tone="ok" />}
        {refused !== undefined && (
          <Notice tone="bad" live>
            {refused}
          </Notice>
        )}
        <ApplyButton type="submit" busy={sent !== undefined || pending}>
          {t('Upgrade')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
