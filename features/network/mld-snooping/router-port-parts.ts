import { routerPorts } from '../snooping-parts.tsx';
import { mldsVlanRouterEntry } from './objects.ts';

const columns = {
  vlan: 'mldsVlanRouterVlanId',
  fixed: 'mldsVlanStaticRouterPorts',
  learned: 'mldsVlanDynamicRouterPorts',
  expiry: 'mldsVlanRouterExpiry',
};

export default [routerPorts(mldsVlanRouterEntry, columns, 'Modify MLD router ports')];
