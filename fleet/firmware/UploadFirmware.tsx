import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallRefused, failureText } from '../../console/call/failure.ts';
import { report } from '../../console/call/report.ts';
import { sendFile } from '../../console/call/transfer.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Meter } from '../../console/elements/Meter.tsx';
import { FileField } from '../../console/form/FileField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { useBundle } from '../../console/form/use-bundle.ts';
import { useText } from '../../console/translations/use-text.ts';
import { FLEET_FIRMWARE_UPLOAD } from './objects.ts';

/** Sends a bundle to the cloud, which reads it whole before it is kept. */
export function UploadFirmware() {
  const t = useText();
  const client = useQueryClient();
  const bundle = useBundle();
  /** The cloud's answer to the last one. */
  const [said, setSaid] = useState<{ readonly message?: string; readonly about?: string }>({});
  const [sent, setSent] = useState<number>();
  const send = async () => {
    const chosen = bundle.take();
    if (!chosen) return;
    setSaid({});
    setSent(0);
    try {
      await sendFile(FLEET_FIRMWARE_UPLOAD, {}, chosen.file, setSent);
      bundle.clear();
      setSaid({ about: t('The cloud accepted it.') });
      await client.invalidateQueries();
    } catch (failure) {
      if (failure instanceof CallRefused) setSaid({ message: failureText(failure, t) });
      else report(failure);
    } finally {
      setSent(undefined);
    }
  };
  return (
    <Card title={t('Upload firmware to the cloud')}>
      <PlainForm onSubmit={send}>
        <FileField
          {...bundle.field}
          message={bundle.field.message ?? said.message}
          about={said.about ?? bundle.field.about}
          disabled={sent !== undefined}
          onChange={(file) => {
            setSaid({});
            bundle.field.onChange(file);
          }}
          help={t('The cloud and every switch accept only images with a trusted signature.')}
        />
        {sent !== undefined && <Meter label={t('Sent')} percent={sent * 100} tone="ok" />}
        <ApplyButton type="submit" busy={sent !== undefined}>
          {t('Upload')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
