import { Button } from '../../console/elements/Button.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { rowParameter } from '../../console/page/row-parameter.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { ObjectTable } from '../../console/table/ObjectTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { withDecimalMark } from '../../model/values/number-words.ts';
import { Moment } from '../Moment.tsx';
import { momentText } from '../moment-text.ts';
import { Words } from '../Words.tsx';
import { fleetFirmwareEntry } from './objects.ts';
import { UploadFirmware } from './UploadFirmware.tsx';

/** Milliseconds between two reads: another administrator may bring some. */
const POLL = 10_000;

/** The firmware that the cloud has, and bringing more. */
export default function Firmware() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Page actions={<RefreshButton />}>
      <ObjectTable
        object={fleetFirmwareEntry}
        title={t('Firmware of the cloud')}
        poll={POLL}
        filter={false}
        columns={[
          'fleetFirmwareVersion',
          {
            name: 'fleetFirmwareModels',
            text: ({ fleetFirmwareModels: models }) => models.replaceAll(' ', ', '),
            draw: ({ fleetFirmwareModels: models }) => <Words text={models.replaceAll(' ', ', ')} />,
          },
          {
            name: 'fleetFirmwareSize',
            text: ({ fleetFirmwareSize: size }) =>
              t('{{size}} MB', { size: withDecimalMark((size / 1024 / 1024).toFixed(1), t) }),
          },
          {
            name: 'fleetFirmwareAt',
            right: false,
            text: ({ fleetFirmwareAt }) => momentText(fleetFirmwareAt),
            draw: ({ fleetFirmwareAt }) => <Moment seconds={fleetFirmwareAt} />,
          },
          'fleetFirmwareBy',
        ]}
        rowActions={(row) => (
          <Button
            look="text"
            aria-label={t('Roll out firmware {{version}}', { version: row.fleetFirmwareVersion })}
            onClick={() => void navigate(`/BringFirmware/${rowParameter(fleetFirmwareEntry, row)}`)}
          >
            {t('Roll out')}
          </Button>
        )}
        empty={t('No firmware in the cloud yet. Choose a bundle below.')}
      />
      <UploadFirmware />
    </Page>
  );
}
