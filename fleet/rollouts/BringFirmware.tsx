import { useMemo } from 'react';
import { isRowGone } from '../../console/call/failure.ts';
import { useRow } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { EntryGone } from '../../console/page/EntryGone.tsx';
import { indexOfRow } from '../../console/page/row-parameter.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { fleetFirmwareEntry } from '../firmware/objects.ts';
import { StartRollout } from './StartRollout.tsx';

export default [Object.assign(() => null, { Row: BringFirmware })];

/** Choosing the switches that are to have a firmware. */
function BringFirmware({ row: parameter }: { readonly row: string }) {
  const t = useText();
  const navigate = useNavigate();
  const fleetFirmwareDigest = indexOfRow(fleetFirmwareEntry, parameter)?.fleetFirmwareDigest ?? '';
  const { data: row, error } = useRow(fleetFirmwareEntry, { fleetFirmwareDigest });
  const models = row?.fleetFirmwareModels;
  const ofModels = useMemo((): Readonly<Record<string, string>> => (models ? { models } : {}), [models]);
  if (isRowGone(error)) return <EntryGone onBack={() => void navigate('/Firmware')} />;
  return (
    <>
      <Card title={t('Firmware {{version}}', { version: row?.fleetFirmwareVersion ?? '' })}>
        <FactList
          facts={[
            { name: t('Models'), value: row?.fleetFirmwareModels.replaceAll(' ', ', ') },
            { name: 'SHA-256', value: fleetFirmwareDigest },
          ]}
        />
      </Card>
      <StartRollout fitting={ofModels} what={{ fleetRolloutFirmware: fleetFirmwareDigest }} missing={undefined} />
    </>
  );
}
