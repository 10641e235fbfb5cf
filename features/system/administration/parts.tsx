import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { sysUserEntry } from './objects.ts';

export default [
  list(sysUserEntry, {
    title: 'Administrator account',
    filter: false,
    notice: FactoryPassword,
    columns: [
      'sysUserIndex',
      'sysUserName',
      { key: 'password', title: 'Password', text: () => '••••••••' },
      'sysUserLastLogin',
      'sysUserLastAddr',
      'sysUserSessions',
    ],
    modifiedAt: () => '/System/ModifyAdministration',
  }),
];

function FactoryPassword({ rows }: { readonly rows: readonly RowOf<typeof sysUserEntry>[] | undefined }) {
  const t = useText();
  if (!rows?.some((account) => account.sysUserFactoryPassword === TruthValue.yes)) return null;
  return <Notice tone="warn">{t('The password is still the one that the switch came with. Change it.')}</Notice>;
}
