import { isRowGone, readFailureText } from '../../console/call/failure.ts';
import { useRow } from '../../console/call/use-reads.ts';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { type Fact, FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { measuredText } from '../../model/schema/value-text.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { formatPortList } from '../../model/values/port-list.ts';
import { rateWords } from '../rate-words.ts';
import { useTrunks } from '../use-trunks.ts';
import { UnblockForm } from './BlockForms.tsx';
import { evidenceText } from './evidence-text.ts';
import { HostActions } from './HostActions.tsx';
import { HostDay } from './HostDay.tsx';
import { vlanWords } from './host-words.ts';
import styles from './hosts.module.css';
import { HostState, hostEntry, NameSource } from './objects.ts';
import { portPath } from './port-path.ts';
import { useBlocking } from './use-blocking.ts';

type Host = RowOf<typeof hostEntry>;

interface HostDrawerProps {
  /** The host's MAC address. */
  readonly mac: string;
  readonly poll: number;
  readonly onClose: () => void;
}

/** Everything about one host, and what can be done about it. */
export default function HostDrawer({ mac, poll, onClose }: HostDrawerProps) {
  const t = useText();
  const { data: host, error } = useRow(hostEntry, { hostAddress: mac }, { poll });
  return (
    <Drawer open onClose={onClose} title={host?.hostName || mac} sentence={host?.hostName ? mac : undefined}>
      {host ? (
        <HostDetails host={host} poll={poll} />
      ) : (
        error && (
          <>
            <Notice tone="warn" live>
              {isRowGone(error) ? t('The host was not seen in the last 24 hours.') : readFailureText(error, t)}
            </Notice>
            {isRowGone(error) && <Forgotten mac={mac} onDone={onClose} />}
          </>
        )
      )}
    </Drawer>
  );
}

/** What can be done about a host that is known no longer: it may be so since it is blocked. */
function Forgotten({ mac, onDone }: { readonly mac: string; readonly onDone: () => void }) {
  const blocking = useBlocking(mac);
  return blocking?.receives || blocking?.sends ? <UnblockForm host={{ hostAddress: mac }} onClose={onDone} /> : null;
}

function HostDetails({ host, poll }: { readonly host: Host; readonly poll: number }) {
  const t = useText();
  const trunk = useTrunks().find(({ number }) => number === host.hostPort);
  const ports = trunk ? formatPortList(trunk.members) : String(host.hostPort);
  return (
    <>
      <FactList facts={useFacts(host)} lines />
      <HostActions host={host} />
      <HostDay mac={host.hostAddress} poll={poll} />
      <nav className={styles.links} aria-label={t('Pages')}>
        {host.hostPort > 0 && (
          <Link to={portPath(host.hostPort)}>{t('Port {{port}}', { port: interfaceName(host.hostPort) })}</Link>
        )}
        <Link to="/Network/VLAN/Dynamic">{t('VLAN · Dynamic')}</Link>
        {host.hostPort > 0 && <Link to={`/Capture?port=${ports}&mac=${host.hostAddress}`}>{t('Capture frames')}</Link>}
      </nav>
    </>
  );
}

function useFacts(host: Host): readonly Fact[] {
  const t = useText();
  const { fields } = hostEntry;
  const isPresent = host.hostState === HostState.present;
  const from = host.hostNameSource === NameSource.none ? '' : t(fields.hostNameSource.show(host.hostNameSource));
  return [
    {
      name: t('State'),
      value: <Tag tone={isPresent ? 'ok' : 'neutral'}>{t(fields.hostState.show(host.hostState))}</Tag>,
    },
    { name: t('Name from'), value: from },
    { name: t('Vendor, model'), value: [host.hostVendor, host.hostModel].filter(Boolean).join(' · ') },
    { name: t('IPv4 address'), value: host.hostIpv4 },
    { name: t('IPv6 address'), value: host.hostIpv6 },
    { name: t('Port'), value: fields.hostPort.show(host.hostPort) },
    { name: t('VLAN'), value: vlanWords(host.hostVlans) },
    { name: t('Since'), value: host.hostSince },
    { name: t('Last seen'), value: host.hostLastSeen },
    { name: t('Traffic of its port'), value: isPresent ? rateWords(host.hostRate) : '' },
    { name: t('PoE'), value: measuredText(t, fields.hostPower, host.hostPower) },
    { name: t('Known by'), value: evidenceText(t, host.hostKnownBy) },
  ];
}
