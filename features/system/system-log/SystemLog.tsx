import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Tabs } from '../../../console/elements/Tabs.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { LogList } from './LogList.tsx';
import { LogServers } from './LogServers.tsx';
import { LogSettings } from './LogSettings.tsx';

/** System > System Log: the log, how it is kept, and where it is sent (reference). */
export default function SystemLog() {
  const t = useText();
  return (
    <Page
      title={t('System Log')}
      sentence={t('What the switch has noticed, newest first.')}
      actions={<RefreshButton />}
    >
      <Tabs
        label={t('System Log')}
        tabs={[
          { key: 'messages', title: t('Messages'), content: <LogList /> },
          { key: 'settings', title: t('Settings'), content: <LogSettings /> },
          { key: 'servers', title: t('Servers'), content: <LogServers /> },
        ]}
      />
    </Page>
  );
}
