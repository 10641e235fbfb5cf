import { useGroup } from '../../console/call/use-reads.ts';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { CloudConnectState, sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import styles from './dashboard.module.css';

const tones = {
  [CloudConnectState.fail]: 'bad',
  [CloudConnectState.connecting]: 'warn',
  [CloudConnectState.success]: 'ok',
  [CloudConnectState.disconnected]: 'warn',
} as const;

/**
 * State of the cloud, with a link to its settings. It is in a file of its own, which is loaded only if there is a
 * cloud.
 */
export default function CloudFeature({ poll }: { poll: number | false }) {
  const t = useText();
  const { data } = useGroup(sysCloudCtrl, { poll });
  if (!data) return <Skeleton width="60%" />;
  const { systemCloudState: state, systemCloudConnectState: connection } = data;
  const isOn = state === Status.enabled;
  const words = isOn
    ? sysCloudCtrl.fields.systemCloudConnectState.show(connection)
    : sysCloudCtrl.fields.systemCloudState.show(state);
  return (
    <Link to="/System/CloudSettings" className={styles.state}>
      <span className="visually-hidden">{t('Cloud')}: </span>
      <Tag tone={isOn ? tones[connection] : 'neutral'}>{t(words)}</Tag>
    </Link>
  );
}
