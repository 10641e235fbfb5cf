// Written from the folders below features/ by scripts/place-features.mjs. What a folder declares is changed there, their
// order in features/order.json.
import type { MenuEntry } from '../console/navigation/menu-entry.ts';
import { capturePage } from './capture/page.ts';
import { dashboardPage } from './dashboard/page.ts';
import { historyPage } from './history/page.ts';
import { hostsPage } from './hosts/page.ts';
import {
  egressRateLimitingPage,
  ingressRateLimitingPage,
  stormControlPage,
} from './network/bandwidth-control/pages.ts';
import { gvrpGlobalPage, gvrpPortPage, gvrpTimePage } from './network/gvrp/pages.ts';
import { igmpRouterPortPage, igmpSnoopingSettingsPage } from './network/igmp-snooping/pages.ts';
import {
  basicTlvsPage,
  dot1TlvsPage,
  dot3TlvsPage,
  lldpSettingsPage,
  lldpStatisticsPage,
  localPortInformationPage,
  medPortSettingsPage,
  neighborsPage,
} from './network/lldp/pages.ts';
import { loopbackDetectionPage } from './network/loopback-detection/page.ts';
import { macVlanPage, modifyMacVlanPage } from './network/mac-vlan/pages.ts';
import { mirroringPage } from './network/mirroring/page.ts';
import { mldRouterPortPage, mldSnoopingSettingsPage } from './network/mld-snooping/pages.ts';
import { multicastFilteringPage } from './network/multicast-filtering/page.ts';
import {
  associateGroupPage,
  groupSetupPage,
  multicastVlanSettingsPage,
  multicastVlanTablePage,
  receiverPortsPage,
  sourcePortsPage,
} from './network/multicast-vlan/pages.ts';
import { physicalInterfacePage } from './network/physical-interface/page.ts';
import { profileInterfacePage, protocolProfilePage } from './network/protocol-vlan/pages.ts';
import {
  mstInstancePage,
  mstPage,
  mstPortPage,
  spanningTreePortPage,
  spanningTreeProtocolPage,
  tcProtectPage,
} from './network/spanning-tree/pages.ts';
import { staticMulticastPage } from './network/static-multicast/page.ts';
import { staticUnicastPage } from './network/static-unicast/page.ts';
import { trunkPortPriorityPage, trunkSettingsPage, trunkStatusPage } from './network/trunk/pages.ts';
import {
  currentVlanPage,
  dynamicVlanPage,
  portVlanPage,
  privateVlanPage,
  taggedPage,
  vlanForwardingPage,
  vlanMatrixPage,
} from './network/vlan/pages.ts';
import { voiceVlanOuiPage, voiceVlanSettingsPage } from './network/voice-vlan/pages.ts';
import { pdAlivePage, powerOverEthernetPage, shortPoePage, timeRangePage } from './poe/pages.ts';
import { cosPage, dscpPage, ipv6TrafficClassPage, qosPortPriorityPage, schedulingPage } from './qos/pages.ts';
import {
  cameraVlanRecipe,
  dhcpSnoopingRecipe,
  guestNetworkRecipe,
  portAuthenticationRecipe,
  remoteSyslogRecipe,
  snmpManagerRecipe,
  trunkRecipe,
} from './recipes/pages.ts';
import { savePage } from './save/page.ts';
import {
  accessProfileListPage,
  aclFinderPage,
  aclWizardPage,
  addProfilePage,
  addRulePage,
  editRulesPage,
  showDetailsPage,
} from './security/acl/pages.ts';
import {
  arpAccessListPage,
  arpInspectionLogPage,
  arpInspectionPortsPage,
  arpInspectionSettingsPage,
  arpInspectionStatisticsPage,
  arpInspectionVlanPage,
  arpLoggingEditPage,
  editArpAccessListPage,
} from './security/arp-inspection/pages.ts';
import { denialOfServicePage } from './security/denial-of-service/page.ts';
import { destinationMacFilterPage } from './security/destination-mac-filter/page.ts';
import {
  dhcpSnoopingBindingModifyPage,
  dhcpSnoopingBindingPage,
  dhcpSnoopingInterfacesPage,
  dhcpSnoopingSettingsPage,
  dhcpSnoopingVlanPage,
} from './security/dhcp-snooping/pages.ts';
import { dialInUserPage } from './security/dial-in-user/page.ts';
import { portAccessControlPage } from './security/port-access-control/page.ts';
import {
  portSecurityAddressPage,
  portSecurityGlobalPage,
  portSecurityPortPage,
} from './security/port-security/pages.ts';
import { radiusPage } from './security/radius/page.ts';
import { tacacsPage } from './security/tacacs/page.ts';
import {
  healthDiagnosticPage,
  overviewPage,
  surveillanceLogPage,
  surveillanceSettingsPage,
} from './surveillance-mode/pages.ts';
import { administrationPage, modifyAdministrationPage } from './system/administration/pages.ts';
import { cloudSettingsPage } from './system/cloud-settings/page.ts';
import { dhcpAutoConfigurationPage } from './system/dhcp-auto-configuration/page.ts';
import { dnsPage } from './system/dns/page.ts';
import { eeePage } from './system/eee/page.ts';
import { ipAccessListPage } from './system/ip-access-list/page.ts';
import {
  ipv6InterfaceConfigurationPage,
  ipv6InterfacePage,
  ipv6NeighborPage,
  ipv6RoutePage,
} from './system/l3-feature/ipv6/pages.ts';
import {
  arpAgingPage,
  arpTablePage,
  ipv4InterfaceConfigurationPage,
  ipv4InterfacePage,
  ipv4RoutePage,
} from './system/l3-feature/pages.ts';
import {
  rmonAlarmPage,
  rmonEventPage,
  rmonHistoryPage,
  rmonSettingsPage,
  rmonStatisticsPage,
} from './system/rmon/pages.ts';
import {
  snmpCommunityPage,
  snmpGroupPage,
  snmpSettingsPage,
  snmpTrapPage,
  snmpUserPage,
  snmpViewPage,
} from './system/snmp/pages.ts';
import { sshPage } from './system/ssh/page.ts';
import { sslPage } from './system/ssl/page.ts';
import { errorPage, trafficPage } from './system/statistics/pages.ts';
import { systemLogPage } from './system/system-log/page.ts';
import { systemManagementPage } from './system/system-management/page.ts';
import { systemTimePage } from './system/system-time/page.ts';
import { telnetPage } from './system/telnet/page.ts';
import { timeoutPage } from './system/timeout/page.ts';
import { configBackupRestorePage } from './tools/config-backup-restore/page.ts';
import { diagnosticsPage } from './tools/diagnostics/page.ts';
import { firmwareUpgradePage, firmwareUpgradeStatusPage } from './tools/firmware-upgrade/pages.ts';
import { pingPage } from './tools/ping/page.ts';
import { pingWatchdogEditPage, pingWatchdogPage } from './tools/ping-watchdog/pages.ts';
import { rebootPage } from './tools/reboot/page.ts';
import { wizardPages } from './wizard/pages.ts';

/** Every page of the console, in the order of the menu. */
export const pages: readonly MenuEntry[] = [
  dashboardPage,
  hostsPage,
  historyPage,
  capturePage,
  systemManagementPage,
  cloudSettingsPage,
  ipv4InterfacePage,
  ipv4InterfaceConfigurationPage,
  arpAgingPage,
  arpTablePage,
  ipv4RoutePage,
  ipv6InterfacePage,
  ipv6InterfaceConfigurationPage,
  ipv6NeighborPage,
  ipv6RoutePage,
  dnsPage,
  ipAccessListPage,
  administrationPage,
  modifyAdministrationPage,
  timeoutPage,
  systemTimePage,
  sslPage,
  sshPage,
  telnetPage,
  dhcpAutoConfigurationPage,
  systemLogPage,
  snmpSettingsPage,
  snmpViewPage,
  snmpGroupPage,
  snmpUserPage,
  snmpCommunityPage,
  snmpTrapPage,
  rmonSettingsPage,
  rmonStatisticsPage,
  rmonHistoryPage,
  rmonAlarmPage,
  rmonEventPage,
  trafficPage,
  errorPage,
  eeePage,
  physicalInterfacePage,
  spanningTreeProtocolPage,
  spanningTreePortPage,
  tcProtectPage,
  mstPage,
  mstInstancePage,
  mstPortPage,
  trunkSettingsPage,
  trunkStatusPage,
  trunkPortPriorityPage,
  mirroringPage,
  loopbackDetectionPage,
  staticUnicastPage,
  staticMulticastPage,
  igmpSnoopingSettingsPage,
  igmpRouterPortPage,
  mldSnoopingSettingsPage,
  mldRouterPortPage,
  multicastVlanSettingsPage,
  receiverPortsPage,
  sourcePortsPage,
  multicastVlanTablePage,
  groupSetupPage,
  associateGroupPage,
  multicastFilteringPage,
  stormControlPage,
  ingressRateLimitingPage,
  egressRateLimitingPage,
  taggedPage,
  vlanMatrixPage,
  portVlanPage,
  vlanForwardingPage,
  dynamicVlanPage,
  privateVlanPage,
  currentVlanPage,
  gvrpGlobalPage,
  gvrpPortPage,
  gvrpTimePage,
  voiceVlanSettingsPage,
  voiceVlanOuiPage,
  lldpSettingsPage,
  basicTlvsPage,
  dot1TlvsPage,
  dot3TlvsPage,
  medPortSettingsPage,
  lldpStatisticsPage,
  localPortInformationPage,
  neighborsPage,
  macVlanPage,
  modifyMacVlanPage,
  protocolProfilePage,
  profileInterfacePage,
  cosPage,
  qosPortPriorityPage,
  dscpPage,
  schedulingPage,
  ipv6TrafficClassPage,
  powerOverEthernetPage,
  timeRangePage,
  pdAlivePage,
  shortPoePage,
  portSecurityGlobalPage,
  portSecurityPortPage,
  portSecurityAddressPage,
  portAccessControlPage,
  dialInUserPage,
  radiusPage,
  tacacsPage,
  destinationMacFilterPage,
  denialOfServicePage,
  dhcpSnoopingSettingsPage,
  dhcpSnoopingVlanPage,
  dhcpSnoopingInterfacesPage,
  dhcpSnoopingBindingPage,
  dhcpSnoopingBindingModifyPage,
  arpAccessListPage,
  editArpAccessListPage,
  arpInspectionSettingsPage,
  arpLoggingEditPage,
  arpInspectionPortsPage,
  arpInspectionVlanPage,
  arpInspectionStatisticsPage,
  arpInspectionLogPage,
  aclWizardPage,
  accessProfileListPage,
  addProfilePage,
  showDetailsPage,
  editRulesPage,
  addRulePage,
  aclFinderPage,
  firmwareUpgradePage,
  firmwareUpgradeStatusPage,
  configBackupRestorePage,
  diagnosticsPage,
  rebootPage,
  pingPage,
  pingWatchdogPage,
  pingWatchdogEditPage,
  savePage,
  ...wizardPages,
  remoteSyslogRecipe,
  snmpManagerRecipe,
  cameraVlanRecipe,
  trunkRecipe,
  dhcpSnoopingRecipe,
  portAuthenticationRecipe,
  guestNetworkRecipe,
  overviewPage,
  surveillanceSettingsPage,
  surveillanceLogPage,
  healthDiagnosticPage,
];
