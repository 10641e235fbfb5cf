import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { apiTokenList } from '../../api-token-list.tsx';
import { sysWebSessionCtrl, sysWebSessionEntry } from '../../login/objects.ts';
import { metricsCtrl } from '../metrics/objects.ts';
import { NewToken, ReferenceLink } from './NewToken.tsx';
import { sysUserEntry } from './objects.ts';

/** Milliseconds between two reads of the sessions. */
const POLL = 5000;

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
  list(sysWebSessionEntry, {
    title: 'Web sessions',
    filter: false,
    poll: POLL,
    columns: [
      'sysWebSessionIndex',
      'sysWebSessionUser',
      'sysWebSessionAddr',
      { name: 'sysWebSessionLogin', title: 'Logged in' },
      'sysWebSessionIdle',
      'sysWebSessionOwn',
    ],
    kept: false,
    rowActions: EndSession,
  }),
  apiTokenList({ form: NewToken, actions: ReferenceLink }),
  form(metricsCtrl, { title: 'Metrics', fields: ['metricsState', { name: 'metricsNetworks', wide: true }] }),
];

function EndSession({
  row: { sysWebSessionIndex: number, sysWebSessionOwn: own },
}: {
  readonly row: RowOf<typeof sysWebSessionEntry>;
}) {
  const t = useText();
  const { apply, pending } = useApply();
  const end = async () => {
    if (own === TruthValue.yes && !(await confirm(t('This is your current session. End it?')))) return;
    await apply(setGroup(sysWebSessionCtrl, { sysWebSessionEnd: number }), { what: 'End web session' });
  };
  return (
    <Button look="text" busy={pending} aria-label={t('End session {{number}}', { number })} onClick={() => void end()}>
      {t('End')}
    </Button>
  );
}

function FactoryPassword({ rows }: { readonly rows: readonly RowOf<typeof sysUserEntry>[] | undefined }) {
  const t = useText();
  if (!rows?.some((account) => account.sysUserFactoryPassword === TruthValue.yes)) return null;
  return <Notice tone="warn">{t('The initial password is still in use. Change it.')}</Notice>;
}
