import { useState } from 'react';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { RebootType, sysRebootCtrl } from './objects.ts';
import { RebootCard } from './RebootCard.tsx';
import { RebootSchedule } from './RebootSchedule.tsx';

/** Address of a switch with factory settings. */
const factoryAddress = 'http://192.168.10.200/';

/** Tools > Reboot: restarts the switch, with the settings that are to be kept (docs/specification/system.md). */
export default function Reboot() {
  const t = useText();
  const [restarting, setRestarting] = useState<{ readonly type: number; readonly awaitsSignIn: boolean }>();
  return (
    <Page actions={restarting === undefined && <RefreshButton />}>
      {restarting === undefined ? (
        <>
          <RebootCard onRestart={(type, awaitsSignIn) => setRestarting({ type, awaitsSignIn })} />
          <RebootSchedule />
          <LastRestart />
        </>
      ) : (
        <>
          {restarting.awaitsSignIn && (
            <Notice tone="warn">
              {t(
                'Log in within 60 s of the restart, from this computer: that confirms the saved configuration. Otherwise the present one is restored.',
              )}
            </Notice>
          )}
          <RestartWait {...(restarting.type === RebootType.factoryDefault && { newAddress: factoryAddress })} />
        </>
      )}
    </Page>
  );
}

const LastRestart = facts('Last restart', [
  fact(sysRebootCtrl, 'lastRebootCause', 'Last cause'),
  fact(sysRebootCtrl, 'lastRebootTime', 'When'),
  fact(sysRebootCtrl, 'rebootCount', 'Starts'),
]);
