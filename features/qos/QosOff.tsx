import { settingsPoll, useGroup } from '../../console/call/use-reads.ts';
import { Notice } from '../../console/elements/Notice.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { dot1dTrafficClassesEnabled } from './cos/objects.ts';

/** Says that what a page sets has no effect as long as QoS is off. */
export function QosOff() {
  const t = useText();
  const { data } = useGroup(dot1dTrafficClassesEnabled, { poll: settingsPoll });
  if (data?.dot1dTrafficClassesEnabled !== Status.disabled) return null;
  return (
    <Notice actions={<Link to="/QoS/CoS">{t('Class of Service')}</Link>}>
      {t('QoS is disabled: settings here are kept and take effect once QoS is enabled.')}
    </Notice>
  );
}
