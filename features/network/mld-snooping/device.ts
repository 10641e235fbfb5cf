import type { DeviceFeature } from '../../../device/feature.ts';
import { formatPortList } from '../../../model/values/port-list.ts';
import { snoopingFeature } from '../snooping-feature.ts';
import { snoopedMld } from './device-snooped.ts';
import {
  mldsCtrl,
  mldsVlanFilterEntry,
  mldsVlanMulticastGroupEntry,
  mldsVlanRouterEntry,
  QuerierState,
} from './objects.ts';

/** Network > MLD Snooping. */
export const mldSnooping: DeviceFeature = snoopingFeature(snoopedMld, {
  settings: mldsCtrl,
  clear: 'mldsClearGroups',
  vlans: mldsVlanFilterEntry,
  vlan: ({ role }) => ({ mldsVlanQuerierState: QuerierState[role] }),
  routers: mldsVlanRouterEntry,
  staticRouters: 'mldsVlanStaticRouterPorts',
  router: ({ routers, expires }) => ({
    mldsVlanDynamicRouterPorts: formatPortList(routers),
    mldsVlanRouterExpiry: expires,
  }),
  groups: mldsVlanMulticastGroupEntry,
  group: ({ vlan, group, ports, expires }) => ({
    mldsVlanMulticastGroupVlanId: vlan,
    mldsVlanMulticastGroupIpAddress: group,
    mldsVlanMulticastGroupPortList: formatPortList(ports),
    mldsVlanMulticastGroupAge: expires,
  }),
});
