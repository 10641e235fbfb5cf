import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { FirmwareImage, fwUpgradeCtrl } from './objects.ts';

const { fwRunningVersion, fwRunningImage, fwNextImage } = fwUpgradeCtrl.fields;

/** The firmware that runs and the one that is started next, with the way back to the one as installed. */
export function PresentFirmware() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useGroup(fwUpgradeCtrl);
  const startInstalled = async () => {
    if (
      !(await confirm(t('Start the firmware as it was installed from now on?'), t('It runs after the next restart.')))
    )
      return;
    await apply(setGroup(fwUpgradeCtrl, { fwBootImage: FirmwareImage.installed }));
  };
  const next = data && t(fwNextImage.show(data.fwNextImage));
  return (
    <Card title={t('Present firmware')}>
      <FactList
        facts={[
          { name: t(fwRunningVersion.label), value: data?.fwRunningVersion },
          { name: t(fwRunningImage.label), value: data && t(fwRunningImage.show(data.fwRunningImage)) },
          { name: t(fwNextImage.label), value: next },
        ]}
      />
      {data && data.fwNextImage !== FirmwareImage.installed && (
        <Button busy={pending} onClick={() => void startInstalled()}>
          {t('Start as installed')}
        </Button>
      )}
    </Card>
  );
}
