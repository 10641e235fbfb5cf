import { setGroup } from '../console/call/object-calls.ts';
import { useApply } from '../console/call/use-apply.ts';
import { Button } from '../console/elements/Button.tsx';
import { confirmDeletion } from '../console/feedback/dialogs.ts';
import { list } from '../console/page/list.tsx';
import { useText } from '../console/translations/use-text.ts';
import type { RowOf } from '../model/schema/object.ts';
import { apiTokenCtrl, apiTokenEntry } from './system/administration/token-objects.ts';

/** The API tokens of this switch, each with a way to revoke it: also where a cloud manages the switch. */
export const ApiTokenList = list(apiTokenEntry, {
  title: 'API tokens',
  filter: false,
  empty: 'No API tokens: programs cannot use the switch without a login.',
  columns: [
    'apiTokenName',
    'apiTokenScope',
    'apiTokenSection',
    'apiTokenCreated',
    'apiTokenExpires',
    'apiTokenLastUse',
    'apiTokenLastAddr',
  ],
  kept: false,
  rowActions: RevokeToken,
});

function RevokeToken({
  row: { apiTokenIndex: number, apiTokenName: name },
}: {
  readonly row: RowOf<typeof apiTokenEntry>;
}) {
  const t = useText();
  const { apply, pending } = useApply();
  const revoke = async () => {
    const text = t('Revoke the token {{name}}? Programs that use it are refused at once.', { name });
    if (!(await confirmDeletion({ text }))) return;
    await apply(setGroup(apiTokenCtrl, { apiTokenRevoke: number }), { what: 'Revoke API token' });
  };
  return (
    <Button look="text" busy={pending} aria-label={t('Revoke token {{name}}', { name })} onClick={() => void revoke()}>
      {t('Revoke')}
    </Button>
  );
}
