import type { ComponentType } from 'react';
import { setGroup } from '../console/call/object-calls.ts';
import { useApply } from '../console/call/use-apply.ts';
import { Button } from '../console/elements/Button.tsx';
import { confirmDeletion } from '../console/feedback/dialogs.ts';
import type { Part } from '../console/navigation/menu-entry.ts';
import { list } from '../console/page/list.tsx';
import { useText } from '../console/translations/use-text.ts';
import type { RowOf } from '../model/schema/object.ts';
import { API_TOKENS, apiTokenCtrl, apiTokenEntry } from './system/administration/token-objects.ts';

/** Creates tokens, and what else the head of their list offers; a cloud that manages the switch has neither. */
interface Creation {
  readonly form: ComponentType<{ readonly title: string; readonly onDone: () => void }>;
  readonly actions: ComponentType;
}

/** The API tokens of this switch, each with a way to revoke it: also where a cloud manages the switch. */
export function apiTokenList(creation?: Creation): Part {
  return list(apiTokenEntry, {
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
    ...(creation && {
      actions: creation.actions,
      add: {
        title: 'New API token',
        button: 'Add API token',
        form: creation.form,
        initial: (rows) => (rows.length < API_TOKENS ? {} : undefined),
      },
    }),
  });
}

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
