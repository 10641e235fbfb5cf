import { useState } from 'react';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { RebootType, sysRebootCtrl } from './objects.ts';
import { RebootCard } from './RebootCard.tsx';
import { RebootSchedule } from './RebootSchedule.tsx';

/** Where a switch with factory settings is reached. */
const factoryAddress = 'http://192.168.10.200/';

/** Tools > Reboot: restarts the switch, with the settings that are to be kept (reference). */
export default function Reboot() {
  const [restarting, setRestarting] = useState<number>();
  return (
    <Page actions={restarting === undefined && <RefreshButton />}>
      {restarting === undefined ? (
        <>
          <RebootCard onRestart={setRestarting} />
          <RebootSchedule />
          <LastRestart />
        </>
      ) : (
        <RestartWait {...(restarting === RebootType.factoryDefault && { newAddress: factoryAddress })} />
      )}
    </Page>
  );
}

const LastRestart = facts('Last restart', [
  fact(sysRebootCtrl, 'lastRebootCause', 'Last cause'),
  fact(sysRebootCtrl, 'lastRebootTime', 'When'),
  fact(sysRebootCtrl, 'rebootCount', 'Starts'),
]);
