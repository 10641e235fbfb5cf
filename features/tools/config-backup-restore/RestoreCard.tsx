import { useRef, useState } from 'react';
import { device } from '../../../console/boot/device.ts';
import { call } from '../../../console/call/call.ts';
import { CallRefused, failureText, refusedColumn } from '../../../console/call/failure.ts';
import { RequestTimeout } from '../../../console/call/http.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { sendFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Meter } from '../../../console/elements/Meter.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { FileField } from '../../../console/form/FileField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { usePlainField } from '../../../console/form/use-plain-field.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { LARGEST_FILE } from '../../../model/wire/file-size.ts';
import { TftpFields } from '../TftpFields.tsx';
import { useTftp } from '../use-tftp.ts';
import {
  cfgServer,
  cfgTransferCtrl,
  RESTORE_UPLOAD,
  RestoreMode,
  TransferDirection,
  TransferMethod,
} from './objects.ts';
import { fetchReport, type RestoreReport, uploadReport } from './restore-report.ts';

const { cfgMethod, cfgMode, cfgKeepAddress, cfgPassphrase } = cfgTransferCtrl.fields;

/** Uploads a configuration file, says what it would change, and restores it after a confirmation. */
export function RestoreCard({ onRestart }: { onRestart: (awaitsSignIn: boolean) => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const mode = usePlainField(cfgMode, RestoreMode.replace);
  const keepAddress = usePlainField(cfgKeepAddress, 1);
  const [passphrase, setPassphrase] = useState('');
  const [message, setMessage] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [wrongPassphrase, setWrongPassphrase] = useState<string>();
  const [sent, setSent] = useState<number>();
  const method = usePlainField(cfgMethod, TransferMethod.http);
  const overTftp = method.value === TransferMethod.tftp;
  const tftp = useTftp(cfgServer);
  const { apply, pending } = useApply();

  const choices = {
    cfgMode: mode.value,
    cfgKeepAddress: keepAddress.value,
    ...(passphrase !== '' && { cfgPassphrase: passphrase }),
  };
  /** Uploads the file that is chosen; undefined where there is none. */
  const upload = async (): Promise<RestoreReport | undefined> => {
    const file = input.current?.files?.[0];
    const problem = !file
      ? t('Choose a file first.')
      : file.size > LARGEST_FILE
        ? t('The file must not be larger than 16 MB.')
        : undefined;
    setMessage(problem);
    if (!file || problem !== undefined) return undefined;
    const fields = Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, String(value)]));
    return uploadReport(await sendFile(RESTORE_UPLOAD, fields, file, setSent));
  };
  /** Lets the device fetch the file; undefined where something is missing. */
  const fetchFromServer = async (): Promise<RestoreReport | undefined> => {
    const server = tftp.read();
    if (!server) return undefined;
    const wanted = { cfgDirection: TransferDirection.restore, cfgMethod: method.value, ...server, ...choices };
    return fetchReport(await call(setGroup(cfgTransferCtrl, wanted), { timeout: RequestTimeout.long }));
  };
  const restore = async () => {
    setRefused(undefined);
    setWrongPassphrase(undefined);
    setSent(0);
    const checked = await (overTftp ? fetchFromServer() : upload())
      .catch((failure: unknown) => {
        // The message about the file stays on the page, where it can be read beside the file.
        if (refusedColumn(failure, cfgTransferCtrl) === 'cfgPassphrase') setWrongPassphrase(failureText(failure, t));
        else if (overTftp && tftp.take(failure)) return;
        else if (failure instanceof CallRefused && isAboutFile(failure)) setRefused(failureText(failure, t));
        else report(failure);
      })
      .finally(() => setSent(undefined));
    if (!checked) return;
    const throughCloud = device().throughCloud === 1;
    const number = checked.changeCount;
    const text = throughCloud
      ? t(
          'Restore this configuration? Settings that change: {{number}}. Accounts and the connection to the cloud stay.',
          {
            number,
          },
        )
      : t('Restore this configuration? Settings that change: {{number}}. The switch restarts.', { number });
    const applied = await apply(setGroup(cfgTransferCtrl, { cfgConfirm: 1 }), {
      success: throughCloud ? t('The configuration is in force.') : false,
      timeout: RequestTimeout.long,
      restarts: !throughCloud,
      ask: { text, detail: checked.lines.map((line) => wordsOf(line, t)).join('\n') },
    });
    if (applied.ok && !throughCloud) onRestart(applied.awaitsSignIn);
  };
  return (
    <Card title={t('Restore')}>
      <PlainForm onSubmit={restore}>
        <FormFields>
          <PlainField {...method} />
          {overTftp && <TftpFields tftp={tftp} />}
        </FormFields>
        {!overTftp && (
          <FileField
            label={t('File')}
            accept=".cfg,text/plain"
            input={input}
            onChange={() => {
              setMessage(undefined);
              setRefused(undefined);
            }}
            message={message}
          />
        )}
        <FormFields>
          <PlainField
            {...mode}
            help={
              mode.value === RestoreMode.replace
                ? t('Settings missing from the file are reset to factory values.')
                : t('Settings missing from the file stay as they are.')
            }
          />
          <PlainField {...keepAddress} />
          <PlainField
            field={cfgPassphrase}
            value={passphrase}
            onChange={(value) => {
              setPassphrase(String(value));
              setWrongPassphrase(undefined);
            }}
            message={wrongPassphrase}
            help={t('Only for a file with secrets; without it this switch keeps its secrets.')}
          />
        </FormFields>
        {sent !== undefined && !overTftp && <Meter label={t('Sent')} percent={sent * 100} tone="ok" />}
        {refused !== undefined && (
          <Notice tone="bad" live>
            {refused}
          </Notice>
        )}
        <ApplyButton type="submit" look="outlined" busy={sent !== undefined || pending}>
          {t('Check and restore')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}

/** Whether a refusal speaks of the file or of its server, rather than of the session. */
function isAboutFile({ code }: CallRefused): boolean {
  return code === ErrorCode.wrongValue || code === ErrorCode.commitFailed;
}
