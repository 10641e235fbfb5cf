import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv6 } from '../../../model/schema/kinds/ipv6.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, oneForEach, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** IPv6 groups at most, of all VLANs together (reference/network.md, MLD Snooping). */
export const MLD_GROUPS = 256;

const page = '/Network/MLDSnooping/Settings';
const routerPage = '/Network/MLDSnooping/RouterPort';
const vlanRows = { max: VLAN_ID_MAXIMUM };

/** How MLD is snooped (reference/network.md, MLD Snooping > Settings). */
export const mldsCtrl = group('mldsCtrl', {
  title: 'MLD snooping',
  page,
  fields: {
    mldsStatus: status({
      label: 'MLD Snooping Status',
      help: 'Sends IPv6 multicast only to the ports where somebody listens.',
    }),
    mldsQuerierStatus: status({
      label: 'Querier',
      help: 'Asks who listens, unless a router or switch with a lower address does. Without anybody who asks, groups are forgotten.',
    }),
    mldsQuerierVersion: enumeration({
      label: 'Querier Version',
      choices: { 1: 'MLDv1', 2: 'MLDv2' },
      default: 1,
    }),
    mldsFastDone: status({
      label: 'Fast Done',
      help: 'A Done takes the port out at once, without asking whether others listen. For ports with one host each.',
    }),
    mldsRobustnessValue: integer({
      label: 'Robustness Variable',
      min: 2,
      max: 255,
      default: 2,
      help: 'How often a message is sent where one may get lost.',
    }),
    mldsQueryInterval: integer({ label: 'Query Interval', unit: 's', min: 60, max: 600, default: 125 }),
    mldsQueryMaxResponseTime: integer({ label: 'Max Response Time', unit: 's', min: 10, max: 25, default: 10 }),
    mldsGrpQueryInterval: integer({
      label: 'Last Listener Query Interval',
      unit: 's',
      min: 1,
      max: 25,
      default: 1,
      help: 'How long an answer is waited for when a host leaves a group.',
    }),
    mldsHostPortPurgeInterval: integer({
      label: 'Host Timeout',
      unit: 's',
      min: 130,
      max: 153025,
      default: 260,
      help: 'How long a port stays in a group without a report: robustness times query interval plus response time.',
    }),
    mldsRouterPortPurgeInterval: integer({
      label: 'Router Timeout',
      unit: 's',
      min: 120,
      max: 1200,
      default: 250,
      help: 'How long a router or another querier is believed in without a message: two query intervals.',
    }),
    mldsClearGroups: integer({ label: 'Clear groups', access: 'action', min: 1, max: 1 }),
  },
});

const querierStates = { off: [0, 'Off'], querier: [1, 'Querier'], nonQuerier: [2, 'Non-querier'] } as const;

/** In which VLANs MLD is snooped (reference/network.md, MLD Snooping > Settings). */
export const mldsVlanFilterEntry = table('mldsVlanFilterEntry', {
  title: 'MLD snooping of VLAN',
  page,
  index: { mldsVlanFilterVlanId: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    mldsVlanFilterStatus: status({ label: 'Snooping', default: 1 }),
    mldsVlanQuerierState: enumeration({ label: 'Querier State', access: 'ro', choices: querierStates, default: 0 }),
  },
  rows: { ...vlanRows, of: oneForEach(dot1qVlanStaticEntry, (row) => ({ mldsVlanFilterVlanId: row.dot1qVlanIndex })) },
  rowName: ({ mldsVlanFilterVlanId }) => say('VLAN {{vlan}}', { vlan: mldsVlanFilterVlanId }),
});

/** Wire values of `mldsVlanQuerierState`. */
export const QuerierState = mldsVlanFilterEntry.fields.mldsVlanQuerierState.values;

/** Where multicast routers are, by VLAN (reference/network.md, MLD Snooping > Router Port). */
export const mldsVlanRouterEntry = table('mldsVlanRouterEntry', {
  title: 'MLD router ports of VLAN',
  page: routerPage,
  index: { mldsVlanRouterVlanId: vlanId({ label: '802.1Q VLAN', access: 'create' }) },
  columns: {
    mldsVlanStaticRouterPorts: portList({
      label: 'Static Router Port',
      memberOf: { table: dot1qVlanStaticEntry, list: 'dot1qVlanStaticEgressPorts', row: 'mldsVlanRouterVlanId' },
      help: 'Gets every report and every group of the VLAN, whether a router is heard there or not.',
    }),
    mldsVlanDynamicRouterPorts: portList({
      label: 'Dynamic Router Port',
      access: 'ro',
      help: 'Learnt from queries and PIM.',
    }),
    mldsVlanRouterExpiry: gauge({ label: 'Expires', unit: 's', words: { 0: '–' } }),
  },
  rows: { ...vlanRows, of: oneForEach(dot1qVlanStaticEntry, (row) => ({ mldsVlanRouterVlanId: row.dot1qVlanIndex })) },
  alikeInTrunk: { lists: ['mldsVlanStaticRouterPorts'] },
  rowName: ({ mldsVlanRouterVlanId }) => say('VLAN {{vlan}}', { vlan: mldsVlanRouterVlanId }),
});

/** The groups that somebody listens to (reference/network.md, MLD Snooping > Settings). */
export const mldsVlanMulticastGroupEntry = table('mldsVlanMulticastGroupEntry', {
  title: 'MLD group',
  page,
  index: {
    mldsVlanMulticastGroupVlanId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    mldsVlanMulticastGroupIpAddress: ipv6({ label: 'Group Address', access: 'ro', addresses: 'any' }),
  },
  columns: {
    mldsVlanMulticastGroupPortList: portList({ label: 'Member Ports', access: 'ro' }),
    mldsVlanMulticastGroupAge: gauge({ label: 'Expires', unit: 's' }),
  },
  rows: { max: MLD_GROUPS },
});
