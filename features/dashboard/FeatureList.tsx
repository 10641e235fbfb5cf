import { lazy, Suspense } from 'react';
import { useGroup } from '../../console/call/use-reads.ts';
import { FactList } from '../../console/elements/FactList.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { useObservable } from '../../console/feedback/use-observable.ts';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import styles from './dashboard.module.css';
import { sysFeatureState } from './objects.ts';

const CloudFeature = lazy(() => import('./CloudFeature.tsx'));

/** Where each feature is configured; features that only the Surveillance Mode has a page for are not here. */
const pages: Readonly<Partial<Record<keyof typeof sysFeatureState.fields, string>>> = {
  stpState: '/Network/SpanningTree/Protocol',
  lbdState: '/Network/LoopbackDetection',
  trunkState: '/Network/Trunk/Settings',
  gvrpState: '/Network/GVRP/Global',
  lldpState: '/Network/LLDP/Settings',
  igmpSnoopingState: '/Network/IGMPSnooping/Settings',
  mldSnoopingState: '/Network/MLDSnooping/Settings',
  multicastVlanState: '/Network/MulticastVLAN/GlobalSettings',
  mirrorState: '/Network/Mirroring',
  dhcpClientState: '/System/L3Feature/IPv4Interface',
  ipv6State: '/System/L3Feature/IPv6Interface',
  sntpState: '/System/SystemTime',
  dnsState: '/System/DNS',
  stormState: '/Network/BandwidthControl/StormControl',
  rateLimitState: '/Network/BandwidthControl/IngressRateLimiting',
  voiceVlanState: '/Network/VoiceVLAN/Settings',
  remoteLogState: '/System/SystemLog',
  snmpState: '/System/SNMP/Settings',
  rmonState: '/System/RMON/Settings',
  ipAccessState: '/System/IPAccessList',
  httpsState: '/System/SSL',
  sshState: '/System/SSH',
  telnetState: '/System/Telnet',
  eeeState: '/System/IEEE8023azEEE',
  portAccessState: '/Security/PortAccessControl',
  autoConfigurationState: '/System/DHCPAutoConfiguration',
  denialOfServiceState: '/Security/DenialOfService',
  portSecurityState: '/Security/PortSecurity/PortSettings',
  watchdogState: '/Tools/PingWatchdog',
  dhcpSnoopingState: '/Security/DHCPSnooping/Settings',
  qosState: '/QoS/CoS',
  arpInspectionState: '/Security/DynamicARPInspection/VLAN',
  destinationFilterState: '/Security/DestinationMACFilter',
  aclState: '/Security/ACL/AccessProfileList',
};

/** Enabled features, each with a link to its page; with a cloud, its state. */
export default function FeatureList({ poll }: { poll: number | false }) {
  const t = useText();
  const states = useGroup(sysFeatureState, { poll }).data;
  const { fields } = sysFeatureState;
  const hasCloud = useObservable(cloudMode);
  return (
    <FactList
      lines
      facts={[
        ...(Object.keys(fields) as (keyof typeof fields)[]).map((column) => ({
          name: t(fields[column].label),
          value: states && <State name={t(fields[column].label)} path={pages[column]} value={states[column]} />,
        })),
        ...(hasCloud ? [{ name: t('Cloud'), value: <Cloud poll={poll} /> }] : []),
      ]}
    />
  );
}

function Cloud({ poll }: { poll: number | false }) {
  return (
    <Suspense fallback={<Skeleton width="60%" />}>
      <CloudFeature poll={poll} />
    </Suspense>
  );
}

/** Whether a feature is on, with the way to its page where there is one. */
function State({ name, path, value }: { name: string; path: string | undefined; value: 1 | 2 }) {
  const t = useText();
  const tag = (
    <Tag tone={value === Status.enabled ? 'ok' : 'neutral'}>{t(sysFeatureState.fields.lbdState.show(value))}</Tag>
  );
  if (path === undefined) return tag;
  return (
    <Link to={path} className={styles.state}>
      <span className="visually-hidden">{name}: </span>
      {tag}
    </Link>
  );
}
