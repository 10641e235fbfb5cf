import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, oneForEach, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** IPv4 groups at most, of all VLANs together (reference/network.md, IGMP Snooping). */
export const IGMP_GROUPS = 512;

const page = '/Network/IGMPSnooping/Settings';
const routerPage = '/Network/IGMPSnooping/RouterPort';
const vlanRows = { max: VLAN_ID_MAXIMUM };

/** How IGMP is snooped (reference/network.md, IGMP Snooping > Settings). */
export const igsCtrl = group('igsCtrl', {
  title: 'IGMP snooping',
  page,
  fields: {
    igsStatus: status({
      label: 'IGMP Snooping Status',
      help: 'Sends IPv4 multicast only to the ports where somebody listens.',
    }),
    igsQuerierStatus: status({
      label: 'Querier',
      help: 'Asks who listens, unless a router or switch with a lower address does. Without anybody who asks, groups are forgotten.',
    }),
    igsQuerierVersion: enumeration({
      label: 'Querier Version',
      choices: { 1: 'IGMPv1', 2: 'IGMPv2', 3: 'IGMPv3' },
      default: 2,
    }),
    igsFastLeave: status({
      label: 'Fast Leave',
      help: 'A leave takes the port out at once, without asking whether others listen. For ports with one host each.',
    }),
    igsRobustnessValue: integer({
      label: 'Robustness Variable',
      min: 2,
      max: 255,
      default: 2,
      help: 'How often a message is sent where one may get lost.',
    }),
    igsQueryInterval: integer({ label: 'Query Interval', unit: 's', min: 60, max: 600, default: 125 }),
    igsQueryMaxResponseTime: integer({ label: 'Max Response Time', unit: 's', min: 10, max: 25, default: 10 }),
    igsGrpQueryInterval: integer({
      label: 'Last Member Query Interval',
      unit: 's',
      min: 1,
      max: 25,
      default: 1,
      help: 'How long an answer is waited for when a host leaves a group.',
    }),
    igsHostPortPurgeInterval: integer({
      label: 'Host Timeout',
      unit: 's',
      min: 130,
      max: 153025,
      default: 260,
      help: 'How long a port stays in a group without a report: robustness times query interval plus response time.',
    }),
    igsRouterPortPurgeInterval: integer({
      label: 'Router Timeout',
      unit: 's',
      min: 120,
      max: 1200,
      default: 250,
      help: 'How long a router or another querier is believed in without a message: two query intervals.',
    }),
    igsClearGroups: integer({ label: 'Clear groups', access: 'action', min: 1, max: 1 }),
  },
});

const querierStates = { off: [0, 'Off'], querier: [1, 'Querier'], nonQuerier: [2, 'Non-querier'] } as const;

/** In which VLANs IGMP is snooped (reference/network.md, IGMP Snooping > Settings). */
export const igsVlanFilterEntry = table('igsVlanFilterEntry', {
  title: 'IGMP snooping of VLAN',
  page,
  index: { igsVlanFilterVlanId: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    igsVlanFilterStatus: status({ label: 'Snooping', default: 1 }),
    igsVlanQuerierState: enumeration({ label: 'Querier State', access: 'ro', choices: querierStates, default: 0 }),
  },
  rows: { ...vlanRows, of: oneForEach(dot1qVlanStaticEntry, (row) => ({ igsVlanFilterVlanId: row.dot1qVlanIndex })) },
  rowName: ({ igsVlanFilterVlanId }) => say('VLAN {{vlan}}', { vlan: igsVlanFilterVlanId }),
});

/** Wire values of `igsVlanQuerierState`. */
export const QuerierState = igsVlanFilterEntry.fields.igsVlanQuerierState.values;

/** Where multicast routers are, by VLAN (reference/network.md, IGMP Snooping > Router Port). */
export const igsVlanRouterEntry = table('igsVlanRouterEntry', {
  title: 'IGMP router ports of VLAN',
  page: routerPage,
  index: { igsVlanRouterVlanId: vlanId({ label: '802.1Q VLAN', access: 'create' }) },
  columns: {
    igsVlanStaticRouterPorts: portList({
      label: 'Static Router Port',
      memberOf: { table: dot1qVlanStaticEntry, list: 'dot1qVlanStaticEgressPorts', row: 'igsVlanRouterVlanId' },
      help: 'Gets every report and every group of the VLAN, whether a router is heard there or not.',
    }),
    igsVlanDynamicRouterPorts: portList({
      label: 'Dynamic Router Port',
      access: 'ro',
      help: 'Learnt from queries, PIM and DVMRP.',
    }),
    igsVlanRouterExpiry: gauge({ label: 'Expires', unit: 's', words: { 0: '–' } }),
  },
  rows: { ...vlanRows, of: oneForEach(dot1qVlanStaticEntry, (row) => ({ igsVlanRouterVlanId: row.dot1qVlanIndex })) },
  alikeInTrunk: { lists: ['igsVlanStaticRouterPorts'] },
  rowName: ({ igsVlanRouterVlanId }) => say('VLAN {{vlan}}', { vlan: igsVlanRouterVlanId }),
});

/** The groups that somebody listens to (reference/network.md, IGMP Snooping > Settings). */
export const igsVlanMulticastGroupEntry = table('igsVlanMulticastGroupEntry', {
  title: 'IGMP group',
  page,
  index: {
    igsVlanMulticastGroupVlanId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    igsVlanMulticastGroupIpAddress: ipv4({ label: 'Group Address', access: 'ro', addresses: 'multicast' }),
  },
  columns: {
    igsVlanMulticastGroupPortList: portList({ label: 'Member Ports', access: 'ro' }),
    igsVlanMulticastGroupAge: gauge({ label: 'Expires', unit: 's' }),
  },
  rows: { max: IGMP_GROUPS },
});
