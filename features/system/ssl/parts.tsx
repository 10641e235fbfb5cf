import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallRefused, failureText } from '../../../console/call/failure.ts';
import { guarded } from '../../../console/call/guarded-call.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { fetchFile, sendFile } from '../../../console/call/transfer.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { toast } from '../../../console/feedback/toast.ts';
import { FileField } from '../../../console/form/FileField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { wordsOf } from '../../../model/values/message.ts';
import {
  CERTIFICATE_DOWNLOAD,
  CERTIFICATE_UPLOAD,
  CertificateOrigin,
  PEM_MAXIMUM,
  REQUEST_DOWNLOAD,
  SslAction,
  sslCertEntry,
  sslCtrl,
} from './objects.ts';
import styles from './ssl.module.css';

const PEM_FILES = '.pem,.crt,.cer,.key,text/plain';

const passphraseField = secret({ label: 'Passphrase', minLength: 0, maxLength: 64, access: 'action' });

export default [
  form(sslCtrl, { title: 'Encryption', what: 'SSL', fields: ['sslState', 'sslPort', 'sslHttpMode', 'sslMinVersion'] }),
  facts('Certificate', [
    fact(sslCertEntry, 'sslCertStatus'),
    fact(sslCertEntry, 'sslCertOrigin'),
    fact(sslCertEntry, 'sslCertSubject'),
    fact(sslCertEntry, 'sslCertIssuer'),
    fact(sslCertEntry, 'sslCertNames'),
    fact(sslCertEntry, 'sslCertNotBefore'),
    fact(sslCertEntry, 'sslCertNotAfter'),
    fact(sslCertEntry, 'sslCertChain'),
    fact(sslCertEntry, 'sslCertFingerprint'),
  ]),
  CertificateActions,
  UploadCard,
  RequestCard,
];

/** Downloads the certificate, makes another one, or goes back to the switch's own. */
function CertificateActions() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(sslCertEntry);
  const ask = async (question: string, sslAction: number) => {
    if (await confirm(question)) await apply(setGroup(sslCtrl, { sslAction: sslAction as never }));
  };
  return (
    <p className={styles.actions}>
      <Button look="outlined" onClick={() => void fetchFile(CERTIFICATE_DOWNLOAD).catch(report)}>
        {t('Download certificate')}
      </Button>
      <Button
        look="outlined"
        busy={pending}
        onClick={() =>
          void ask(
            t('Generate a new self-signed certificate? Browsers warn until it is trusted.'),
            SslAction.selfSigned,
          )
        }
      >
        {t('Generate self-signed')}
      </Button>
      {data?.sslCertOrigin === CertificateOrigin.uploaded && (
        <Button
          look="text"
          destructive
          onClick={() =>
            void ask(t('Delete the uploaded certificate? The switch then uses its own.'), SslAction.deleteCertificate)
          }
        >
          {t('Delete')}
        </Button>
      )}
    </p>
  );
}

/** Takes a certificate and its key from two files, or from one that holds both. */
function UploadCard() {
  const t = useText();
  const certificate = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const [passphrase, setPassphrase] = useState('');
  const [message, setMessage] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const upload = async () => {
    setRefused(undefined);
    const files = [certificate, key].flatMap(({ current }) => current?.files?.[0] ?? []);
    const problem = !certificate.current?.files?.[0]
      ? t('Choose a file first.')
      : files.some(({ size }) => size > PEM_MAXIMUM)
        ? t('The file must not be larger than 16 kB.')
        : undefined;
    setMessage(problem);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      const both = new File(
        files.flatMap((file) => [file, '\n']),
        'certificate.pem',
      );
      const send = (force: boolean) => sendFile(CERTIFICATE_UPLOAD, { passphrase, ...(force && { Force: '1' }) }, both);
      if ((await guarded(send)).applied) {
        setPassphrase('');
        toast(t('Success.'));
      }
      await client.invalidateQueries();
    } catch (failure) {
      if (failure instanceof CallRefused) setRefused(failureText(failure, t));
      else report(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('Upload certificate')}>
      <PlainForm onSubmit={upload}>
        <FileField
          label={t('Certificate (PEM, with its chain)')}
          accept={PEM_FILES}
          input={certificate}
          message={message}
        />
        <FileField
          label={t('Key (PEM)')}
          accept={PEM_FILES}
          input={key}
          help={t(
            'Not needed if the certificate was issued for a request of this switch, or if its file contains the key.',
          )}
        />
        <FormFields>
          <PlainField
            field={passphraseField}
            value={passphrase}
            onChange={(value) => setPassphrase(String(value))}
            help={t('Only for an encrypted key.')}
          />
        </FormFields>
        {refused !== undefined && (
          <Notice tone="bad" live>
            {refused}
          </Notice>
        )}
        <ApplyButton type="submit" look="outlined" busy={busy}>
          {t('Upload')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}

/** Makes a request that a certificate authority signs; its key never leaves the switch. */
function RequestCard() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(sslCertEntry);
  const field = sslCtrl.fields.sslRequestName;
  const [name, setName] = useState('');
  const [message, setMessage] = useState('');
  const make = async () => {
    const reading = field.read(name);
    setMessage(reading.ok ? '' : wordsOf(reading.message, t));
    if (!reading.ok) return;
    await apply(setGroup(sslCtrl, { sslAction: SslAction.request, sslRequestName: reading.value }));
  };
  return (
    <Card title={t('Certificate request')}>
      <PlainForm onSubmit={make}>
        <FormFields>
          <PlainField
            field={field}
            value={name}
            onChange={(value) => {
              setName(String(value));
              setMessage('');
            }}
            message={message || undefined}
          />
        </FormFields>
        <p className={styles.actions}>
          <ApplyButton type="submit" look="outlined" busy={pending}>
            {t('Create request')}
          </ApplyButton>
          {data !== undefined && data.sslRequestSubject !== '' && (
            <Button look="outlined" onClick={() => void fetchFile(REQUEST_DOWNLOAD).catch(report)}>
              {t('Download request')}
            </Button>
          )}
        </p>
      </PlainForm>
    </Card>
  );
}
