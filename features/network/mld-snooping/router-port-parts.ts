import { offNotice } from '../../off-notice.tsx';
import { routerPorts } from '../snooping-parts.tsx';
import { mldsCtrl, mldsVlanRouterEntry } from './objects.ts';

const columns = {
  vlan: 'mldsVlanRouterVlanId',
  fixed: 'mldsVlanStaticRouterPorts',
  learned: 'mldsVlanDynamicRouterPorts',
  expiry: 'mldsVlanRouterExpiry',
};

export default [
  offNotice(mldsCtrl, 'mldsStatus'),
  routerPorts(mldsVlanRouterEntry, columns, 'Modify MLD router ports'),
];
