import { useState } from 'react';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { BackupCard } from './BackupCard.tsx';
import { RestoreCard } from './RestoreCard.tsx';
import { SlotList } from './SlotList.tsx';
import { TransferState } from './TransferState.tsx';

/** Tools > Config Backup/Restore: the configuration as a file, and the two places it is kept in (reference). */
export default function ConfigBackupRestore() {
  const [restarting, setRestarting] = useState(false);
  return (
    <Page actions={!restarting && <RefreshButton />}>
      {restarting ? (
        <RestartWait />
      ) : (
        <>
          <BackupCard />
          <RestoreCard onRestart={() => setRestarting(true)} />
          <TransferState />
          <SlotList />
        </>
      )}
    </Page>
  );
}
