// Written from the folders below features/ by scripts/place-features.mjs. What a folder declares is changed there, their
// order in features/order.json.
import type { DeviceFeature } from '../../device/feature.ts';
import { attention } from '../../features/attention/device.ts';
import { capture } from '../../features/capture/device.ts';
import { dashboardFeature } from '../../features/dashboard/device.ts';
import { history } from '../../features/history/device.ts';
import { hosts } from '../../features/hosts/device.ts';
import { login } from '../../features/login/device.ts';
import { bandwidthControl } from '../../features/network/bandwidth-control/device.ts';
import { gvrp } from '../../features/network/gvrp/device.ts';
import { igmpSnooping } from '../../features/network/igmp-snooping/device.ts';
import { lldp } from '../../features/network/lldp/device.ts';
import { loopbackDetection } from '../../features/network/loopback-detection/device.ts';
import { macVlan } from '../../features/network/mac-vlan/device.ts';
import { mirroring } from '../../features/network/mirroring/device.ts';
import { mldSnooping } from '../../features/network/mld-snooping/device.ts';
import { multicastFiltering } from '../../features/network/multicast-filtering/device.ts';
import { multicastVlan } from '../../features/network/multicast-vlan/device.ts';
import { physicalInterface } from '../../features/network/physical-interface/device.ts';
import { protocolVlan } from '../../features/network/protocol-vlan/device.ts';
import { spanningTreeFeature } from '../../features/network/spanning-tree/device.ts';
import { staticMulticast } from '../../features/network/static-multicast/device.ts';
import { staticUnicast } from '../../features/network/static-unicast/device.ts';
import { trunk } from '../../features/network/trunk/device.ts';
import { vlan } from '../../features/network/vlan/device.ts';
import { voiceVlanFeature } from '../../features/network/voice-vlan/device.ts';
import { pdAlive } from '../../features/poe/pd-alive/device.ts';
import { powerOverEthernet } from '../../features/poe/power-over-ethernet/device.ts';
import { timeRange } from '../../features/poe/time-range/device.ts';
import { qualityOfService } from '../../features/qos/device.ts';
import { save } from '../../features/save/device.ts';
import { acl } from '../../features/security/acl/device.ts';
import { arpInspection } from '../../features/security/arp-inspection/device.ts';
import { denialOfService } from '../../features/security/denial-of-service/device.ts';
import { destinationMacFilter } from '../../features/security/destination-mac-filter/device.ts';
import { dhcpSnooping } from '../../features/security/dhcp-snooping/device.ts';
import { dialInUser } from '../../features/security/dial-in-user/device.ts';
import { portAccessControl } from '../../features/security/port-access-control/device.ts';
import { portSecurity } from '../../features/security/port-security/device.ts';
import { radius } from '../../features/security/radius/device.ts';
import { tacacs } from '../../features/security/tacacs/device.ts';
import { surveillanceMode } from '../../features/surveillance-mode/device.ts';
import { administration } from '../../features/system/administration/device.ts';
import { cloudSettings } from '../../features/system/cloud-settings/device.ts';
import { dhcpAutoConfiguration } from '../../features/system/dhcp-auto-configuration/device.ts';
import { dns } from '../../features/system/dns/device.ts';
import { energyEfficientEthernet } from '../../features/system/eee/device.ts';
import { ipAccessList } from '../../features/system/ip-access-list/device.ts';
import { l3Feature } from '../../features/system/l3-feature/device.ts';
import { metrics } from '../../features/system/metrics/device.ts';
import { rmon } from '../../features/system/rmon/device.ts';
import { snmp } from '../../features/system/snmp/device.ts';
import { ssh } from '../../features/system/ssh/device.ts';
import { ssl } from '../../features/system/ssl/device.ts';
import { statistics } from '../../features/system/statistics/device.ts';
import { systemLog } from '../../features/system/system-log/device.ts';
import { systemManagement } from '../../features/system/system-management/device.ts';
import { systemTime } from '../../features/system/system-time/device.ts';
import { telnet } from '../../features/system/telnet/device.ts';
import { timeout } from '../../features/system/timeout/device.ts';
import { configBackupRestore } from '../../features/tools/config-backup-restore/device.ts';
import { diagnostics } from '../../features/tools/diagnostics/device.ts';
import { firmwareUpgrade } from '../../features/tools/firmware-upgrade/device.ts';
import { ping } from '../../features/tools/ping/device.ts';
import { pingWatchdog } from '../../features/tools/ping-watchdog/device.ts';
import { reboot } from '../../features/tools/reboot/device.ts';
import { usage } from '../../features/usage/device.ts';
import { wizard } from '../../features/wizard/device.ts';

/** Everything this switch does, in the order of the menu. */
export const features: readonly DeviceFeature[] = [
  dashboardFeature,
  hosts,
  history,
  capture,
  systemManagement,
  cloudSettings,
  l3Feature,
  dns,
  ipAccessList,
  administration,
  timeout,
  systemTime,
  ssl,
  ssh,
  telnet,
  dhcpAutoConfiguration,
  systemLog,
  snmp,
  rmon,
  statistics,
  energyEfficientEthernet,
  metrics,
  physicalInterface,
  spanningTreeFeature,
  trunk,
  mirroring,
  loopbackDetection,
  staticUnicast,
  staticMulticast,
  igmpSnooping,
  mldSnooping,
  multicastVlan,
  multicastFiltering,
  bandwidthControl,
  vlan,
  gvrp,
  voiceVlanFeature,
  lldp,
  macVlan,
  protocolVlan,
  qualityOfService,
  powerOverEthernet,
  timeRange,
  pdAlive,
  portSecurity,
  portAccessControl,
  dialInUser,
  radius,
  tacacs,
  destinationMacFilter,
  denialOfService,
  dhcpSnooping,
  arpInspection,
  acl,
  firmwareUpgrade,
  configBackupRestore,
  diagnostics,
  reboot,
  ping,
  pingWatchdog,
  save,
  wizard,
  attention,
  login,
  surveillanceMode,
  usage,
];
