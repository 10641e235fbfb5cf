import type { DeviceContext, LiveOf } from '../../device/feature.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { configuredTrunks } from '../bridge-ports.ts';
import { rateCtrlEntry, stormCtrlEntry } from '../network/bandwidth-control/objects.ts';
import { gvrpGlobal } from '../network/gvrp/objects.ts';
import { igsCtrl } from '../network/igmp-snooping/objects.ts';
import { lldpConfiguration } from '../network/lldp/objects.ts';
import { sysLBD } from '../network/loopback-detection/objects.ts';
import { mirrorSessionEntry } from '../network/mirroring/objects.ts';
import { mldsCtrl } from '../network/mld-snooping/objects.ts';
import { multicastVlanCtrl } from '../network/multicast-vlan/objects.ts';
import { dot1dStp } from '../network/spanning-tree/objects.ts';
import { voiceVlan } from '../network/voice-vlan/objects.ts';
import { dot1dTrafficClassesEnabled } from '../qos/cos/objects.ts';
import { aclRuleEntry } from '../security/acl/rule-objects.ts';
import { arpInspVlanEntry } from '../security/arp-inspection/objects.ts';
import { dosTypeEntry } from '../security/denial-of-service/objects.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { dhcpSnoopingConfig } from '../security/dhcp-snooping/objects.ts';
import { dot1xPaeSystem } from '../security/port-access-control/objects.ts';
import { portSecPortEntry } from '../security/port-security/objects.ts';
import { aSVGlobal } from '../surveillance-mode/vlan-objects.ts';
import { dhcpAutoConfigCtrl } from '../system/dhcp-auto-configuration/objects.ts';
import { dnsResolverCtrl } from '../system/dns/objects.ts';
import { dot3EeeCtrl } from '../system/eee/objects.ts';
import { ipAccessListCtrl } from '../system/ip-access-list/objects.ts';
import { ipv6Ctrl } from '../system/l3-feature/ipv6/objects.ts';
import { AddressMode, ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { rmonCtrl } from '../system/rmon/objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { sshCtrl } from '../system/ssh/objects.ts';
import { sslCtrl } from '../system/ssl/objects.ts';
import { syslogCtrl } from '../system/system-log/objects.ts';
import { sysTimeCtrl, TimeSource } from '../system/system-time/objects.ts';
import { telnetCtrl } from '../system/telnet/objects.ts';
import { pingWatchdogCtrl } from '../tools/ping-watchdog/objects.ts';
import type { sysFeatureState } from './objects.ts';

/** The values of `sysFeatureState`, as the configuration in force has them. */
export function featureStates(context: DeviceContext): LiveOf<typeof sysFeatureState> {
  const configuration = context.configuration();
  const state = (on: boolean) => (on ? Status.enabled : Status.disabled);
  return {
    stpState: configuration.group(dot1dStp).stpGlobalStatus,
    lbdState: configuration.group(sysLBD).sysLBDStateEnable,
    trunkState: state(configuredTrunks(configuration).length > 0),
    gvrpState: configuration.group(gvrpGlobal).dot1qGvrpStatus,
    lldpState: configuration.group(lldpConfiguration).lldpStatus,
    igmpSnoopingState: configuration.group(igsCtrl).igsStatus,
    mldSnoopingState: configuration.group(mldsCtrl).mldsStatus,
    multicastVlanState: configuration.group(multicastVlanCtrl).multicastVlanStatus,
    mirrorState: state(
      configuration.rows(mirrorSessionEntry).some((row) => row.mirrorSessionStatus === Status.enabled),
    ),
    dhcpClientState: state(
      configuration
        .rows(ipv4InterfaceEntry)
        .some((row) => row.ipv4InterfaceEnableStatus === Status.enabled && row.ipAddrCfgMode === AddressMode.dynamic),
    ),
    ipv6State: configuration.group(ipv6Ctrl).ipv6GlobalState,
    sntpState: state(configuration.group(sysTimeCtrl).sysTimeSource === TimeSource.sntp),
    dnsState: configuration.group(dnsResolverCtrl).dnsResolverState,
    stormState: state(
      configuration
        .rows(stormCtrlEntry)
        .some((row) => [row.stormCtrlDlf, row.stormCtrlBroadcast, row.stormCtrlMulticast].includes(Status.enabled)),
    ),
    rateLimitState: state(
      configuration
        .rows(rateCtrlEntry)
        .some((row) => [row.rateCtrlIngressStatus, row.rateCtrlEgressStatus].includes(Status.enabled)),
    ),
    voiceVlanState: configuration.group(voiceVlan).voiceVlanStatus,
    surveillanceState: configuration.group(aSVGlobal).aSVState,
    remoteLogState: configuration.group(syslogCtrl).syslogState,
    snmpState: configuration.group(snmpAgentCtrl).snmpAgentState,
    ipAccessState: configuration.group(ipAccessListCtrl).ipAccessListState,
    rmonState: configuration.group(rmonCtrl).rmonGlobalState,
    httpsState: configuration.group(sslCtrl).sslState,
    sshState: configuration.group(sshCtrl).sshState,
    telnetState: configuration.group(telnetCtrl).telnetState,
    eeeState: configuration.group(dot3EeeCtrl).eeeGlobalState,
    portAccessState: configuration.group(dot1xPaeSystem).dot1xPaeSystemAuthControl,
    autoConfigurationState: configuration.group(dhcpAutoConfigCtrl).dhcpAutoConfigState,
    denialOfServiceState: state(configuration.rows(dosTypeEntry).some(({ dosState }) => dosState === Status.enabled)),
    portSecurityState: state(
      configuration.rows(portSecPortEntry).some(({ portSecState }) => portSecState === Status.enabled),
    ),
    watchdogState: configuration.group(pingWatchdogCtrl).pingWatchdogState,
    dhcpSnoopingState: configuration.group(dhcpSnoopingConfig).dhcpSnoopingStatus,
    qosState: configuration.group(dot1dTrafficClassesEnabled).dot1dTrafficClassesEnabled,
    arpInspectionState: state(
      configuration.rows(arpInspVlanEntry).some((row) => row.arpInspVlanStatus === Status.enabled),
    ),
    destinationFilterState: state(configuration.rows(dot1dStaticEntry).length > 0),
    aclState: state(configuration.rows(aclRuleEntry).length > 0),
  };
}
