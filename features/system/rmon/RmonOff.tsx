import { useGroup } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { PageLink } from '../../PageLink.tsx';
import { rmonCtrl } from './objects.ts';

/** Says that nothing is sampled, where there are rows that wait for it. */
export function RmonOff({ rows = [] }: { readonly rows: readonly unknown[] | undefined }) {
  const t = useText();
  const { data } = useGroup(rmonCtrl);
  if (data?.rmonGlobalState !== Status.disabled || rows.length === 0) return null;
  return (
    <Notice actions={<PageLink to="/System/RMON/Settings" />}>
      {t('RMON is disabled under Settings: nothing is counted, sampled or monitored.')}
    </Notice>
  );
}
