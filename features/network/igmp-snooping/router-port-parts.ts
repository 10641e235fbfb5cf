import { routerPorts } from '../snooping-parts.tsx';
import { igsVlanRouterEntry } from './objects.ts';

const columns = {
  vlan: 'igsVlanRouterVlanId',
  fixed: 'igsVlanStaticRouterPorts',
  learned: 'igsVlanDynamicRouterPorts',
  expiry: 'igsVlanRouterExpiry',
};

export default [routerPorts(igsVlanRouterEntry, columns, 'Modify IGMP router ports')];
