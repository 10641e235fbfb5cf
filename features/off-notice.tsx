import { settingsPoll, useGroup } from '../console/call/use-reads.ts';
import { Notice } from '../console/elements/Notice.tsx';
import type { Part } from '../console/navigation/menu-entry.ts';
import { useText } from '../console/translations/use-text.ts';
import { Status } from '../model/schema/kinds/enumeration.ts';
import type { GroupObject } from '../model/schema/object.ts';
import type { Values } from '../model/wire/call.ts';
import { PageLink } from './PageLink.tsx';

/** Says that what a page sets has no effect as long as `status` of the group is disabled, and leads to where it is enabled. */
export function offNotice<T extends GroupObject>(object: T, status: keyof T['fields'] & string): Part {
  return function OffNotice() {
    const t = useText();
    const { data } = useGroup(object, { poll: settingsPoll });
    const values: Values = data ?? {};
    if (values[status] !== Status.disabled) return null;
    return (
      <Notice actions={<PageLink to={object.page} />}>
        {t('No effect while {{feature}} is disabled.', { feature: t(object.title) })}
      </Notice>
    );
  };
}
