import { type FormEvent, useId, useRef, useState } from 'react';
import { CallRefused } from '../../../console/call/failure.ts';
import { report } from '../../../console/call/report.ts';
import { sendFile } from '../../../console/call/transfer.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Meter } from '../../../console/elements/Meter.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { FormFields } from '../../../console/form/ObjectForm.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import styles from './backup.module.css';
import { CONFIGURATION_FILE_MAXIMUM, cfgTransferCtrl, RESTORE_UPLOAD, RestoreMode } from './objects.ts';
import { restoreReport } from './restore-report.ts';

const { cfgMode, cfgKeepAddress, cfgPassphrase } = cfgTransferCtrl.fields;

/** Uploads a configuration file, says what it would change, and restores it after a confirmation. */
export function RestoreCard({ onRestart }: { onRestart: () => void }) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState<1 | 2>(RestoreMode.replace);
  const [keepAddress, setKeepAddress] = useState<1 | 2>(1);
  const [passphrase, setPassphrase] = useState('');
  const [message, setMessage] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [sent, setSent] = useState<number>();

  const send = async (file: File, confirmed: boolean) => {
    setSent(0);
    try {
      const fields = {
        cfgMode: String(mode),
        cfgKeepAddress: String(keepAddress),
        ...(passphrase !== '' && { cfgPassphrase: passphrase }),
        ...(confirmed && { cfgConfirmed: '1' }),
      };
      return restoreReport(await sendFile(RESTORE_UPLOAD, fields, file, setSent));
    } finally {
      setSent(undefined);
    }
  };
  const restore = async (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const problem = !file
      ? t('Choose a file first.')
      : file.size > CONFIGURATION_FILE_MAXIMUM
        ? t('The file must not be larger than 1 MB.')
        : undefined;
    setMessage(problem);
    setRefused(undefined);
    if (!file || problem !== undefined) return;
    try {
      const checked = await send(file, false);
      const question = t('Restore this configuration? Settings that change: {{number}}. The switch restarts.', {
        number: checked.changeCount,
      });
      if (!(await confirm(question, [...checked.warnings, ...checked.changes].join('\n')))) return;
      if ((await send(file, true)).restarting) onRestart();
    } catch (failure) {
      // What is wrong with the file stays on the page, where it can be read beside the file.
      if (failure instanceof CallRefused && failure.code === ErrorCode.wrongValue) setRefused(failure.message);
      else report(failure);
    }
  };
  return (
    <Card title={t('Restore')}>
      <form className={styles.form} noValidate onSubmit={(event) => void restore(event)}>
        <div className={styles.file} data-invalid={message ? true : undefined}>
          <label htmlFor={id}>{t('File')}</label>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".cfg,text/plain"
            aria-describedby={`${id}message`}
            aria-invalid={message !== undefined || undefined}
          />
          <small id={`${id}message`} className={styles.error} aria-live="polite">
            {message}
          </small>
        </div>
        <FormFields>
          <PlainField
            field={cfgMode}
            value={mode}
            onChange={(value) => {
              const reading = cfgMode.read(value);
              if (reading.ok) setMode(reading.value);
            }}
            help={
              mode === RestoreMode.replace
                ? t('Settings that the file does not name take their factory values.')
                : t('Settings that the file does not name stay as they are.')
            }
          />
          <PlainField
            field={cfgKeepAddress}
            value={keepAddress}
            onChange={(value) => {
              const reading = cfgKeepAddress.read(value);
              if (reading.ok) setKeepAddress(reading.value);
            }}
          />
          <PlainField
            field={cfgPassphrase}
            value={passphrase}
            onChange={(value) => setPassphrase(String(value))}
            help={t('Only for a file with secrets; without it the secrets of this switch stay.')}
          />
        </FormFields>
        {sent !== undefined && <Meter label={t('Sent')} percent={sent * 100} tone="ok" />}
        {refused !== undefined && (
          <Notice tone="bad" live>
            {refused}
          </Notice>
        )}
        <ApplyButton type="submit" look="outlined" busy={sent !== undefined}>
          {t('Check and restore')}
        </ApplyButton>
      </form>
    </Card>
  );
}
