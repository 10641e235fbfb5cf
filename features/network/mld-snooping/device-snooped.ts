import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { linkLocalOf, mld } from '../../../protocols/multicast-snooping/family.ts';
import { mldMessages } from '../snooped-messages.ts';
import type { Snooped } from '../snooping.ts';
import { MLD_GROUPS, mldsCtrl, mldsVlanFilterEntry, mldsVlanRouterEntry } from './objects.ts';
import { mldForwarding, mldSnoopingHandle } from './slots.ts';

const PIM = 103;
const ALL_PIM_ROUTERS = '33-33-00-00-00-0D';

const inVlan = (vlan: number | undefined) => (vlan === undefined ? {} : { vlan });

/** Specifics of MLD snooping. */
export const snoopedMld: Snooped = {
  family: mld,
  kinds: { messages: 'mld', routers: 'pimIpv6' },
  messages: (vlan) => mldMessages.map((match) => ({ ...match, ...inVlan(vlan) })),
  routers: (vlan) => [{ etherType: EtherType.ipv6, ipProtocol: PIM, destination: ALL_PIM_ROUTERS, ...inVlan(vlan) }],
  capacity: MLD_GROUPS,
  reads: [mldsCtrl, mldsVlanFilterEntry, mldsVlanRouterEntry],
  values(configuration) {
    const set = configuration.group(mldsCtrl);
    const time = millisecondsIn(mldsCtrl, set);
    return {
      enabled: set.mldsStatus === Status.enabled,
      hostTimeout: time('mldsHostPortPurgeInterval'),
      routerTimeout: time('mldsRouterPortPurgeInterval'),
      queryInterval: time('mldsQueryInterval'),
      maxResponse: time('mldsQueryMaxResponseTime'),
      robustness: set.mldsRobustnessValue,
      lastMemberInterval: time('mldsGrpQueryInterval'),
      fastLeave: set.mldsFastDone === Status.enabled,
      querier: set.mldsQuerierStatus === Status.enabled,
      version: set.mldsQuerierVersion,
    };
  },
  vlans(configuration) {
    const routers = configuration.rowMap(mldsVlanRouterEntry);
    return configuration.rows(mldsVlanFilterEntry).map(({ mldsVlanFilterVlanId: vlan, mldsVlanFilterStatus }) => ({
      vlan,
      snooped: mldsVlanFilterStatus === Status.enabled,
      routers: parsePortList(routers.get(String(vlan))?.mldsVlanStaticRouterPorts ?? '') ?? NO_PORTS,
    }));
  },
  address: ({ hardware }) => linkLocalOf(hardware.baseMacAddress),
  uses: [],
  forwarding: mldForwarding,
  handle: mldSnoopingHandle,
};
