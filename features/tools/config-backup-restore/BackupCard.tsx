import { useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { RequestTimeout } from '../../../console/call/http.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { fetchFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { usePlainField } from '../../../console/form/use-plain-field.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { TftpFields } from '../TftpFields.tsx';
import { useTftp } from '../use-tftp.ts';
import {
  BACKUP_DOWNLOAD,
  BackupSecrets,
  cfgServer,
  cfgTransferCtrl,
  TransferDirection,
  TransferMethod,
} from './objects.ts';

const { cfgMethod, cfgSlotId, cfgIncludeSecrets, cfgPassphrase } = cfgTransferCtrl.fields;

/** Downloads a configuration as a file. */
export function BackupCard() {
  const t = useText();
  const { apply, pending } = useApply();
  const method = usePlainField(cfgMethod, TransferMethod.http);
  const tftp = useTftp(cfgServer);
  const slot = usePlainField(cfgSlotId, 0);
  const secrets = usePlainField(cfgIncludeSecrets, BackupSecrets.none);
  const [passphrase, setPassphrase] = useState('');
  const [message, setMessage] = useState<string>();
  const overTftp = method.value === TransferMethod.tftp;
  const encrypted = secrets.value === BackupSecrets.encrypted;
  const backup = async () => {
    const typed = cfgPassphrase.read(passphrase);
    const problem = encrypted && !typed.ok ? wordsOf(typed.message, t) : undefined;
    setMessage(problem);
    const server = overTftp ? tftp.read() : {};
    if (problem !== undefined || server === undefined) return;
    const asked = await apply(
      setGroup(cfgTransferCtrl, {
        cfgDirection: TransferDirection.backup,
        cfgMethod: method.value,
        ...server,
        cfgSlotId: slot.value,
        cfgIncludeSecrets: secrets.value,
        ...(encrypted && { cfgPassphrase: passphrase }),
      }),
      { success: overTftp ? t('The backup is on the server.') : false, timeout: RequestTimeout.long, quiet: true },
    );
    if (!asked.ok) {
      if (asked.cancelled || tftp.take(asked.failure)) return;
      if (refusedColumn(asked.failure, cfgTransferCtrl) === 'cfgPassphrase') setMessage(failureText(asked.failure, t));
      else report(asked.failure);
      return;
    }
    setPassphrase('');
    if (!overTftp) await fetchFile(BACKUP_DOWNLOAD).catch(report);
  };
  return (
    <Card title={t('Backup')}>
      <PlainForm onSubmit={backup}>
        <FormFields>
          <PlainField {...method} />
          {overTftp && <TftpFields tftp={tftp} />}
          <PlainField {...slot} />
          <PlainField {...secrets} />
          {encrypted && (
            <PlainField
              field={cfgPassphrase}
              value={passphrase}
              onChange={(value) => {
                setPassphrase(String(value));
                setMessage(undefined);
              }}
              message={message}
              help={t('8 to 32 characters. Without it the secrets of the file cannot be restored.')}
            />
          )}
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {overTftp ? t('Send backup') : t('Download backup')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
