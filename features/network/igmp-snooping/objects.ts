import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { lastMemberInterval, oneForEachVlan, snoopingFields, staticRouterPorts } from '../snooping-fields.ts';

/** IPv4 groups at most, of all VLANs together (docs/specification/network.md, "IGMP Snooping"). */
export const IGMP_GROUPS = 512;

const page = '/Network/IGMPSnooping/Settings';
const routerPage = '/Network/IGMPSnooping/RouterPort';

/** How IGMP is snooped (docs/specification/network.md, "IGMP Snooping > Settings"). */
export const igsCtrl = group('igsCtrl', {
  title: 'IGMP snooping',
  page,
  fields: {
    igsStatus: status({
      label: 'IGMP Snooping Status',
      help: 'Sends IPv4 multicast only to ports with listeners.',
    }),
    igsQuerierStatus: snoopingFields.querier,
    igsQuerierVersion: enumeration({
      label: 'Querier Version',
      choices: { 1: 'IGMPv1', 2: 'IGMPv2', 3: 'IGMPv3' },
      default: 2,
      help: 'Version of the queries that the switch sends as querier.',
    }),
    igsFastLeave: status({
      label: 'Fast Leave',
      help: 'A leave removes the port at once, without a query for other members. For ports with one host each.',
    }),
    igsRobustnessValue: snoopingFields.robustness,
    igsQueryInterval: snoopingFields.queryInterval,
    igsQueryMaxResponseTime: snoopingFields.maxResponse,
    igsGrpQueryInterval: lastMemberInterval('Last Member Query Interval'),
    igsHostPortPurgeInterval: snoopingFields.hostTimeout,
    igsRouterPortPurgeInterval: snoopingFields.routerTimeout,
    igsClearGroups: snoopingFields.clear,
  },
  privateMib: {
    number: 68,
    columns: [
      'igsStatus',
      'igsQuerierStatus',
      'igsQuerierVersion',
      'igsFastLeave',
      'igsRobustnessValue',
      'igsQueryInterval',
      'igsQueryMaxResponseTime',
      'igsGrpQueryInterval',
      'igsHostPortPurgeInterval',
      'igsRouterPortPurgeInterval',
      'igsClearGroups',
    ],
  },
});

/** In which VLANs IGMP is snooped (docs/specification/network.md, "IGMP Snooping > Settings"). */
export const igsVlanFilterEntry = table('igsVlanFilterEntry', {
  title: 'IGMP snooping of VLAN',
  page,
  index: { igsVlanFilterVlanId: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    igsVlanFilterStatus: snoopingFields.snooped,
    igsVlanQuerierState: snoopingFields.querierState,
  },
  rows: oneForEachVlan('igsVlanFilterVlanId'),
  rowName: ({ igsVlanFilterVlanId }) => say('VLAN {{vlan}}', { vlan: igsVlanFilterVlanId }),
  privateMib: { number: 69, columns: ['igsVlanFilterVlanId', 'igsVlanFilterStatus', 'igsVlanQuerierState'] },
});

/** Wire values of `igsVlanQuerierState`. */
export const QuerierState = igsVlanFilterEntry.fields.igsVlanQuerierState.values;

/** Ports of multicast routers, by VLAN (docs/specification/network.md, "IGMP Snooping > Router Port"). */
export const igsVlanRouterEntry = table('igsVlanRouterEntry', {
  title: 'IGMP router ports of VLAN',
  page: routerPage,
  index: { igsVlanRouterVlanId: vlanId({ label: '802.1Q VLAN', access: 'create' }) },
  columns: {
    igsVlanStaticRouterPorts: staticRouterPorts('igsVlanRouterVlanId', say('static IGMP router ports')),
    igsVlanDynamicRouterPorts: portList({
      label: 'Dynamic Router Port',
      access: 'ro',
      help: 'Learned from queries, PIM and DVMRP.',
    }),
    igsVlanRouterExpiry: snoopingFields.expiry,
  },
  rows: oneForEachVlan('igsVlanRouterVlanId'),
  alikeInTrunk: { lists: ['igsVlanStaticRouterPorts'] },
  rowName: ({ igsVlanRouterVlanId }) => say('VLAN {{vlan}}', { vlan: igsVlanRouterVlanId }),
  privateMib: {
    number: 70,
    columns: ['igsVlanRouterVlanId', 'igsVlanStaticRouterPorts', 'igsVlanDynamicRouterPorts', 'igsVlanRouterExpiry'],
  },
});

/** The groups that somebody listens to (docs/specification/network.md, "IGMP Snooping > Settings"). */
export const igsVlanMulticastGroupEntry = table('igsVlanMulticastGroupEntry', {
  title: 'IGMP group',
  page,
  index: {
    igsVlanMulticastGroupVlanId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    igsVlanMulticastGroupIpAddress: ipv4({ label: 'Group Address', access: 'ro', addresses: 'multicast' }),
  },
  columns: {
    igsVlanMulticastGroupPortList: snoopingFields.memberPorts,
    igsVlanMulticastGroupAge: snoopingFields.age,
  },
  rows: { max: IGMP_GROUPS },
  privateMib: {
    number: 71,
    columns: [
      'igsVlanMulticastGroupVlanId',
      'igsVlanMulticastGroupIpAddress',
      'igsVlanMulticastGroupPortList',
      'igsVlanMulticastGroupAge',
    ],
  },
});
