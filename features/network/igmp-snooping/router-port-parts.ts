import { offNotice } from '../../off-notice.tsx';
import { routerPorts } from '../snooping-parts.tsx';
import { igsCtrl, igsVlanRouterEntry } from './objects.ts';

const columns = {
  vlan: 'igsVlanRouterVlanId',
  fixed: 'igsVlanStaticRouterPorts',
  learned: 'igsVlanDynamicRouterPorts',
  expiry: 'igsVlanRouterExpiry',
};

export default [offNotice(igsCtrl, 'igsStatus'), routerPorts(igsVlanRouterEntry, columns, 'Modify IGMP router ports')];
