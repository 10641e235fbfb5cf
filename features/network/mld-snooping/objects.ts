import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { ipv6 } from '../../../model/schema/kinds/ipv6.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { lastMemberInterval, oneForEachVlan, snoopingFields, staticRouterPorts } from '../snooping-fields.ts';

/** IPv6 groups at most, of all VLANs together (docs/specification/network.md, "MLD Snooping"). */
export const MLD_GROUPS = 256;

const page = '/Network/MLDSnooping/Settings';
const routerPage = '/Network/MLDSnooping/RouterPort';

/** How MLD is snooped (docs/specification/network.md, "MLD Snooping > Settings"). */
export const mldsCtrl = group('mldsCtrl', {
  title: 'MLD snooping',
  page,
  fields: {
    mldsStatus: status({
      label: 'MLD Snooping Status',
      help: 'Sends IPv6 multicast only to ports with listeners.',
    }),
    mldsQuerierStatus: snoopingFields.querier,
    mldsQuerierVersion: enumeration({
      label: 'Querier Version',
      choices: { 1: 'MLDv1', 2: 'MLDv2' },
      default: 1,
      help: 'Version of the queries that the switch sends as querier.',
    }),
    mldsFastDone: status({
      label: 'Fast Done',
      help: 'A Done removes the port at once, without a query for other members. For ports with one host each.',
    }),
    mldsRobustnessValue: snoopingFields.robustness,
    mldsQueryInterval: snoopingFields.queryInterval,
    mldsQueryMaxResponseTime: snoopingFields.maxResponse,
    mldsGrpQueryInterval: lastMemberInterval('Last Listener Query Interval'),
    mldsHostPortPurgeInterval: snoopingFields.hostTimeout,
    mldsRouterPortPurgeInterval: snoopingFields.routerTimeout,
    mldsClearGroups: snoopingFields.clear,
  },
  privateMib: {
    number: 72,
    columns: [
      'mldsStatus',
      'mldsQuerierStatus',
      'mldsQuerierVersion',
      'mldsFastDone',
      'mldsRobustnessValue',
      'mldsQueryInterval',
      'mldsQueryMaxResponseTime',
      'mldsGrpQueryInterval',
      'mldsHostPortPurgeInterval',
      'mldsRouterPortPurgeInterval',
      'mldsClearGroups',
    ],
  },
});

/** In which VLANs MLD is snooped (docs/specification/network.md, "MLD Snooping > Settings"). */
export const mldsVlanFilterEntry = table('mldsVlanFilterEntry', {
  title: 'MLD snooping of VLAN',
  page,
  index: { mldsVlanFilterVlanId: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    mldsVlanFilterStatus: snoopingFields.snooped,
    mldsVlanQuerierState: snoopingFields.querierState,
  },
  rows: oneForEachVlan('mldsVlanFilterVlanId'),
  rowName: ({ mldsVlanFilterVlanId }) => say('VLAN {{vlan}}', { vlan: mldsVlanFilterVlanId }),
  privateMib: { number: 73, columns: ['mldsVlanFilterVlanId', 'mldsVlanFilterStatus', 'mldsVlanQuerierState'] },
});

/** Wire values of `mldsVlanQuerierState`. */
export const QuerierState = mldsVlanFilterEntry.fields.mldsVlanQuerierState.values;

/** Ports of multicast routers, by VLAN (docs/specification/network.md, "MLD Snooping > Router Port"). */
export const mldsVlanRouterEntry = table('mldsVlanRouterEntry', {
  title: 'MLD router ports of VLAN',
  page: routerPage,
  index: { mldsVlanRouterVlanId: vlanId({ label: '802.1Q VLAN', access: 'create' }) },
  columns: {
    mldsVlanStaticRouterPorts: staticRouterPorts('mldsVlanRouterVlanId', say('static MLD router ports')),
    mldsVlanDynamicRouterPorts: portList({
      label: 'Dynamic Router Port',
      access: 'ro',
      help: 'Learned from queries and PIM.',
    }),
    mldsVlanRouterExpiry: snoopingFields.expiry,
  },
  rows: oneForEachVlan('mldsVlanRouterVlanId'),
  alikeInTrunk: { lists: ['mldsVlanStaticRouterPorts'] },
  rowName: ({ mldsVlanRouterVlanId }) => say('VLAN {{vlan}}', { vlan: mldsVlanRouterVlanId }),
  privateMib: {
    number: 74,
    columns: [
      'mldsVlanRouterVlanId',
      'mldsVlanStaticRouterPorts',
      'mldsVlanDynamicRouterPorts',
      'mldsVlanRouterExpiry',
    ],
  },
});

/** The groups that somebody listens to (docs/specification/network.md, "MLD Snooping > Settings"). */
export const mldsVlanMulticastGroupEntry = table('mldsVlanMulticastGroupEntry', {
  title: 'MLD group',
  page,
  index: {
    mldsVlanMulticastGroupVlanId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    mldsVlanMulticastGroupIpAddress: ipv6({ label: 'Group Address', access: 'ro', addresses: 'any' }),
  },
  columns: {
    mldsVlanMulticastGroupPortList: snoopingFields.memberPorts,
    mldsVlanMulticastGroupAge: snoopingFields.age,
  },
  rows: { max: MLD_GROUPS },
  privateMib: {
    number: 75,
    columns: [
      'mldsVlanMulticastGroupVlanId',
      'mldsVlanMulticastGroupIpAddress',
      'mldsVlanMulticastGroupPortList',
      'mldsVlanMulticastGroupAge',
    ],
  },
});
