import { useState } from 'react';
import { isRowGone, readFailureText } from '../../console/call/failure.ts';
import { deleteRow, setGroup } from '../../console/call/object-calls.ts';
import { report } from '../../console/call/report.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRow, useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { type Fact, FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { formatPortList } from '../../model/values/port-list.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { rateWords } from '../rate-words.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { pingCtlEntry } from '../tools/ping/objects.ts';
import { useTrunks } from '../use-trunks.ts';
import { evidenceText } from './evidence-text.ts';
import { HostDay } from './HostDay.tsx';
import { BlockForm, LabelForm, PinForm } from './HostForms.tsx';
import styles from './hosts.module.css';
import { HostState, hostControl, hostEntry, hostLabelEntry, NameSource } from './objects.ts';
import { portPath } from './port-path.ts';

type Host = RowOf<typeof hostEntry>;

/** Which form of the drawer is open. */
type Doing = 'label' | 'pin' | 'block' | undefined;

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
          <Notice tone="warn" live>
            {isRowGone(error) ? t('The host was not seen in the last 24 hours.') : readFailureText(error, t)}
          </Notice>
        )
      )}
    </Drawer>
  );
}

function HostDetails({ host, poll }: { readonly host: Host; readonly poll: number }) {
  const t = useText();
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const trunk = useTrunks().find(({ number }) => number === host.hostPort);
  const ports = trunk ? formatPortList(trunk.members) : String(host.hostPort);
  return (
    <>
      <FactList facts={useFacts(host)} lines />
      <HostDay mac={host.hostAddress} poll={poll} />
      {doing === undefined && <Actions host={host} onDo={setDoing} />}
      {doing === 'label' && <LabelForm host={host} onClose={close} />}
      {doing === 'pin' && <PinForm host={host} onClose={close} />}
      {doing === 'block' && <BlockForm host={host} onClose={close} />}
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
    { name: t('VLAN'), value: host.hostVlans },
    { name: t('Since'), value: host.hostSince },
    { name: t('Last seen'), value: host.hostLastSeen },
    { name: t('Traffic of its port'), value: isPresent ? rateWords(host.hostRate) : '' },
    { name: t('Known by'), value: evidenceText(t, host.hostKnownBy) },
  ];
}

function Actions({ host, onDo }: { readonly host: Host; readonly onDo: (doing: Doing) => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const power = useRows(poePortState, {}).data?.find(({ pethPsePortIndex }) => pethPsePortIndex === host.hostPort);
  const isPinned = useRows(dot1qStaticUnicastEntry, {}).data?.some(
    (row) => row.dot1qStaticUnicastAddress === host.hostAddress,
  );
  const isBlocked = useRows(dot1dStaticEntry, {}).data?.some((row) => row.dot1dStaticAddress === host.hostAddress);
  const [address] = host.hostIpv4.split(', ');
  const wake = () =>
    apply(setGroup(hostControl, { hostWake: host.hostAddress }), {
      what: 'Wake host',
      success: t('A magic packet left by port {{port}}.', { port: interfaceName(host.hostPort) }),
    });
  const ping = async () => {
    const { pingCtlTimeOut, pingCtlProbeCount, pingCtlDataSize } = pingCtlEntry.fields;
    const values = {
      pingCtlTargetAddress: address ?? '',
      pingVlan: 0,
      pingCtlTimeOut: pingCtlTimeOut.default,
      pingCtlProbeCount: pingCtlProbeCount.default,
      pingCtlDataSize: pingCtlDataSize.default,
    };
    const applied = await apply(setGroup(pingCtlEntry, values), { success: false, quiet: true });
    if (applied.ok)
      await navigate(`/Tools/PingTestResult/${encodeURIComponent(values.pingCtlTargetAddress)}`, { state: values });
    else if (!applied.cancelled) report(applied.failure);
  };
  const unlabel = () =>
    apply(deleteRow(hostLabelEntry, { hostLabelAddress: host.hostAddress }), { what: 'Remove label' });
  const unblock = () =>
    apply(deleteRow(dot1dStaticEntry, { dot1dStaticAddress: host.hostAddress }), { what: 'Unblock host' });
  const hasLabel = host.hostNameSource === NameSource.label;
  return (
    <fieldset className={styles.actions} aria-label={t('Actions')}>
      <Button onClick={() => onDo('label')}>{t('Rename')}</Button>
      {hasLabel && (
        <Button busy={pending} onClick={() => void unlabel()}>
          {t('Remove label')}
        </Button>
      )}
      <Button busy={pending} disabled={address === undefined || address === ''} onClick={() => void ping()}>
        {t('Ping')}
      </Button>
      <Button busy={pending} disabled={host.hostPort === 0} onClick={() => void wake()}>
        {t('Wake')}
      </Button>
      <Button disabled={isPinned !== false || host.hostPort === 0} onClick={() => onDo('pin')}>
        {isPinned ? t('Pinned') : t('Pin to port')}
      </Button>
      {isBlocked ? (
        <Button busy={pending} onClick={() => void unblock()}>
          {t('Unblock')}
        </Button>
      ) : (
        <Button disabled={isBlocked === undefined} onClick={() => onDo('block')}>
          {t('Block…')}
        </Button>
      )}
      {power && <RestartButton port={host.hostPort} status={power.poePortStatus} />}
    </fieldset>
  );
}
