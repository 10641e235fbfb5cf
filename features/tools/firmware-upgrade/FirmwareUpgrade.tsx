import { useState } from 'react';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { FirmwareRestart } from './FirmwareRestart.tsx';
import { ImageList } from './ImageList.tsx';
import { FirmwareImage, fwUpgradeCtrl } from './objects.ts';
import { PresentFirmware } from './PresentFirmware.tsx';
import { statusPath } from './paths.ts';
import { UpgradeCard } from './UpgradeCard.tsx';
import { isUnderWay } from './under-way.ts';

/** Milliseconds between two reads: another session may begin an upgrade. */
const poll = 2_000;

/** Tools > Firmware Upgrade: what runs, what is started next, and loading something newer (docs/specification/system.md). */
export default function FirmwareUpgrade() {
  const t = useText();
  const [ended, setEnded] = useState<'restarts' | 'done'>();
  const { data } = useGroup(fwUpgradeCtrl, { poll });
  if (ended !== 'restarts' && data && (ended === 'done' || isUnderWay(data.fwOperStatus))) {
    return <Navigate to={statusPath} />;
  }
  return (
    <Page actions={!ended && <RefreshButton />}>
      {ended ? (
        <FirmwareRestart />
      ) : (
        <>
          {data?.fwRunningImage === FirmwareImage.unmanaged && (
            <Notice tone="warn">
              {t('The agent was started without its boot program, which is required for starting other firmware.')}
            </Notice>
          )}
          <PresentFirmware />
          <UpgradeCard onEnd={setEnded} />
          <ImageList />
        </>
      )}
    </Page>
  );
}
