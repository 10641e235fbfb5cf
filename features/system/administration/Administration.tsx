import { useNavigate } from 'react-router';
import { useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { sysUserEntry } from './objects.ts';

/** System > Administration: the administrator's account (reference). */
export default function Administration() {
  const t = useText();
  const navigate = useNavigate();
  const { data: accounts } = useRows(sysUserEntry);
  return (
    <Page
      title={t('Administration')}
      sentence={t('The account that signs in to this switch.')}
      actions={<RefreshButton />}
    >
      {accounts?.some((account) => account.sysUserFactoryPassword === 1) && (
        <Notice tone="warn">{t('The password is still the one that the switch came with. Change it.')}</Notice>
      )}
      <ObjectTable
        object={sysUserEntry}
        rows={accounts}
        title={t('Administrator account')}
        filter={false}
        columns={[
          'sysUserIndex',
          'sysUserName',
          { key: 'password', title: 'Password', text: () => '••••••••' },
          'sysUserLastLogin',
          'sysUserLastAddr',
          'sysUserSessions',
        ]}
        onModify={() => void navigate('/System/ModifyAdministration')}
      />
    </Page>
  );
}
