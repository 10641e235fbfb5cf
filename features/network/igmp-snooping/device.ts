import type { DeviceFeature } from '../../../device/feature.ts';
import { formatPortList } from '../../../model/values/port-list.ts';
import { snoopingFeature } from '../snooping-feature.ts';
import { snoopedIgmp } from './device-snooped.ts';
import {
  igsCtrl,
  igsVlanFilterEntry,
  igsVlanMulticastGroupEntry,
  igsVlanRouterEntry,
  QuerierState,
} from './objects.ts';

/** Network > IGMP Snooping. */
export const igmpSnooping: DeviceFeature = snoopingFeature(snoopedIgmp, {
  settings: igsCtrl,
  clear: 'igsClearGroups',
  vlans: igsVlanFilterEntry,
  vlan: ({ role }) => ({ igsVlanQuerierState: QuerierState[role] }),
  routers: igsVlanRouterEntry,
  staticRouters: 'igsVlanStaticRouterPorts',
  router: ({ routers, expires }) => ({
    igsVlanDynamicRouterPorts: formatPortList(routers),
    igsVlanRouterExpiry: expires,
  }),
  groups: igsVlanMulticastGroupEntry,
  group: ({ vlan, group, ports, expires }) => ({
    igsVlanMulticastGroupVlanId: vlan,
    igsVlanMulticastGroupIpAddress: group,
    igsVlanMulticastGroupPortList: formatPortList(ports),
    igsVlanMulticastGroupAge: expires,
  }),
});
