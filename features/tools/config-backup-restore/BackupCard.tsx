import { type FormEvent, useState } from 'react';
import { RequestTimeout } from '../../../console/call/http.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { fetchFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import styles from './backup.module.css';
import { BACKUP_DOWNLOAD, BackupSecrets, cfgTransferCtrl, TransferDirection, TransferMethod } from './objects.ts';
import { TftpFields } from './TftpFields.tsx';
import { useTftp } from './use-tftp.ts';

const { cfgMethod, cfgSlotId, cfgIncludeSecrets, cfgPassphrase } = cfgTransferCtrl.fields;

/** Downloads a configuration as a file. */
export function BackupCard() {
  const t = useText();
  const { apply, pending } = useApply();
  const [method, setMethod] = useState<1 | 2>(TransferMethod.http);
  const tftp = useTftp();
  const [slot, setSlot] = useState<0 | 1 | 2>(0);
  const [secrets, setSecrets] = useState<1 | 2>(BackupSecrets.none);
  const [passphrase, setPassphrase] = useState('');
  const [message, setMessage] = useState<string>();
  const overTftp = method === TransferMethod.tftp;
  const encrypted = secrets === BackupSecrets.encrypted;
  const backup = async (event: FormEvent) => {
    event.preventDefault();
    const typed = cfgPassphrase.read(passphrase);
    const problem = encrypted && !typed.ok ? t(typed.message) : undefined;
    setMessage(problem);
    const server = overTftp ? tftp.read() : {};
    if (problem !== undefined || server === undefined) return;
    const asked = await apply(
      setGroup(cfgTransferCtrl, {
        cfgDirection: TransferDirection.backup,
        cfgMethod: method,
        ...server,
        cfgSlotId: slot,
        cfgIncludeSecrets: secrets,
        ...(encrypted && { cfgPassphrase: passphrase }),
      }),
      { success: overTftp ? t('The backup is on the server.') : false, timeout: RequestTimeout.long },
    );
    if (!asked.ok) return;
    setPassphrase('');
    if (!overTftp) await fetchFile(BACKUP_DOWNLOAD).catch(report);
  };
  return (
    <Card title={t('Backup')}>
      <form className={styles.form} noValidate onSubmit={(event) => void backup(event)}>
        <FormFields>
          <PlainField
            field={cfgMethod}
            value={method}
            onChange={(value) => {
              const reading = cfgMethod.read(value);
              if (reading.ok) setMethod(reading.value);
            }}
          />
          {overTftp && <TftpFields tftp={tftp} />}
          <PlainField
            field={cfgSlotId}
            value={slot}
            onChange={(value) => {
              const reading = cfgSlotId.read(value);
              if (reading.ok) setSlot(reading.value);
            }}
          />
          <PlainField
            field={cfgIncludeSecrets}
            value={secrets}
            onChange={(value) => {
              const reading = cfgIncludeSecrets.read(value);
              if (reading.ok) setSecrets(reading.value);
            }}
          />
          {encrypted && (
            <PlainField
              field={cfgPassphrase}
              value={passphrase}
              onChange={(value) => setPassphrase(String(value))}
              message={message}
              help={t('8 to 32 characters. Without it the secrets of the file cannot be restored.')}
            />
          )}
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {overTftp ? t('Send backup') : t('Download backup')}
        </ApplyButton>
      </form>
    </Card>
  );
}
