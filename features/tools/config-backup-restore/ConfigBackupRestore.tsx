import { useState } from 'react';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { BackupCard } from './BackupCard.tsx';
import { RestoreCard } from './RestoreCard.tsx';
import { SlotList } from './SlotList.tsx';
import { TransferState } from './TransferState.tsx';

/** Tools > Config Backup/Restore: the configuration as a file, and the two places it is kept in (docs/specification/system.md). */
export default function ConfigBackupRestore() {
  const t = useText();
  const [restarting, setRestarting] = useState<{ awaitsSignIn: boolean }>();
  return (
    <Page actions={!restarting && <RefreshButton />}>
      {restarting ? (
        <>
          {restarting.awaitsSignIn && (
            <Notice tone="warn">
              {t(
                'Log in within 60 s of the restart, from this computer: that confirms the restored configuration. Otherwise the former one is restored.',
              )}
            </Notice>
          )}
          <RestartWait />
        </>
      ) : (
        <>
          <BackupCard />
          <RestoreCard onRestart={(awaitsSignIn) => setRestarting({ awaitsSignIn })} />
          <TransferState />
          <SlotList />
        </>
      )}
    </Page>
  );
}
