import { setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { confirmDeletion } from '../../console/feedback/dialogs.ts';
import { PageActions } from '../../console/page/PageActions.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { GroupObject } from '../../model/schema/object.ts';

/** The actions of a page of learned groups; `column` of `object` clears them. */
export function clearGroups(object: GroupObject, column: string) {
  return function GroupActions() {
    const t = useText();
    const { apply, pending } = useApply();
    const clear = async () => {
      const text = t('Clear all learned groups? They are learned again from the next reports.');
      if (await confirmDeletion({ text })) await apply(setGroup(object, { [column]: 1 }));
    };
    return (
      <PageActions>
        <Button destructive busy={pending} onClick={() => void clear()}>
          {t('Clear groups')}
        </Button>
      </PageActions>
    );
  };
}
