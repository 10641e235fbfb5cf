import { Card } from '../../console/elements/Card.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { useHostNames } from '../use-host-names.ts';
import { blockedHosts } from './blocking.ts';
import styles from './hosts.module.css';
import { allPorts, useBlockingObjects } from './use-blocking.ts';

/** The ways to hosts that are blocked: they send nothing, so that the list above forgets them. Nothing while there are none. */
export function BlockedHosts() {
  const t = useText();
  const present = useBlockingObjects();
  const macs = present ? blockedHosts(present, allPorts()) : [];
  const names = useHostNames(macs);
  if (macs.length === 0) return null;
  return (
    <Card title={t('Blocked hosts')}>
      <ul className={styles.blocked}>
        {macs.map((mac) => (
          <li key={mac}>
            <Link to={`/Hosts?host=${mac}`}>{names.get(mac)?.name ?? mac}</Link>
            {names.has(mac) && <span className={styles.sentence}>{mac}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
