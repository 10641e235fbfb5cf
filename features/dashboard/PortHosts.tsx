import { useRows } from '../../console/call/use-reads.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { TRUNK_BASE } from '../../model/values/interface-index.ts';
import { HostSeen, HostShow, hostEntry } from '../hosts/objects.ts';
import { portAddressEntry } from './objects.ts';
import styles from './port-workplace.module.css';

/** Hosts that are shown; the page Hosts has all. */
const AT_MOST = 8;

interface PortHostsProps {
  readonly port: number;
  /** The trunk that the port is a member of, whose hosts are those of its members; 0 for none. */
  readonly trunk: number;
  readonly poll: number | false;
}

/** The stations behind a port: those that are known by more than their address, and addresses that are only configured. */
export function PortHosts({ port, trunk, poll }: PortHostsProps) {
  const t = useText();
  const at = trunk === 0 ? port : TRUNK_BASE + trunk;
  const { data, isPlaceholderData } = useRowsPage(
    hostEntry,
    { hostFilterPort: at, hostFilterSeen: HostSeen.now, hostFilterShow: HostShow.all },
    { page: 1, size: AT_MOST, order: undefined },
    { poll },
  );
  const addresses = useRows(portAddressEntry, { ifIndex: port }, { poll }).data ?? [];
  // The rows of the port before are none of this one.
  if (!data || isPlaceholderData) return null;
  const known = new Set(data.rows.map(({ hostAddress }) => hostAddress));
  const further = data.total > data.rows.length ? [] : addresses.filter((row) => !known.has(row.dot1qTpFdbAddress));
  if (data.total + further.length === 0) return <span className={styles.muted}>{t('None.')}</span>;
  return (
    <>
      <ul className={styles.hosts}>
        {data.rows.map((host) => (
          <li key={host.hostAddress}>
            <Link to={`/Hosts?host=${host.hostAddress}`}>{host.hostName || host.hostAddress}</Link>
            <span>
              {[
                host.hostIpv4,
                host.hostName && host.hostAddress,
                host.hostVendor,
                host.hostVlans && `VLAN ${host.hostVlans}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
        {further.slice(0, AT_MOST).map(({ dot1qFdbId, dot1qTpFdbAddress, isStatic }) => (
          <li key={`${dot1qFdbId} ${dot1qTpFdbAddress}`}>
            <span className={styles.mono}>{dot1qTpFdbAddress}</span>
            <span>{`VLAN ${dot1qFdbId} · ${isStatic === TruthValue.yes ? t('Static') : t('Dynamic')}`}</span>
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <Link to="/Hosts">{t('and {{number}} more', { number: data.total - data.rows.length })}</Link>
      )}
    </>
  );
}
