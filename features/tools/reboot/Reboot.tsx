import { useState } from 'react';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { RebootType, sysRebootCtrl } from './objects.ts';
import { RebootCard } from './RebootCard.tsx';
import { RebootSchedule } from './RebootSchedule.tsx';

/** Where a switch with factory settings is reached. */
const factoryAddress = 'http://192.168.10.200/';

/** Tools > Reboot: restarts the switch, with the settings that are to be kept (reference). */
export default function Reboot() {
  const t = useText();
  const [restarting, setRestarting] = useState<number>();
  return (
    <Page
      title={t('Reboot')}
      sentence={t('Restarts the switch, at once or at a set time, with its settings or with those of the factory.')}
      actions={restarting === undefined && <RefreshButton />}
    >
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

function LastRestart() {
  const t = useText();
  const { data } = useGroup(sysRebootCtrl);
  return (
    <Card title={t('Last restart')}>
      <FactList
        facts={[
          { name: t('Last cause'), value: data && t(sysRebootCtrl.fields.lastRebootCause.show(data.lastRebootCause)) },
          { name: t('When'), value: data?.lastRebootTime },
          { name: t('Starts'), value: data?.rebootCount },
        ]}
      />
    </Card>
  );
}
