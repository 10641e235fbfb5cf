import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { igmp, NO_ADDRESS } from '../../../protocols/multicast-snooping/family.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { igmpMessages } from '../snooped-messages.ts';
import type { Snooped } from '../snooping.ts';
import { IGMP_GROUPS, igsCtrl, igsVlanFilterEntry, igsVlanRouterEntry } from './objects.ts';
import { igmpForwarding, igmpSnoopingHandle } from './slots.ts';

const PIM = 103;
const ALL_PIM_ROUTERS = '01-00-5E-00-00-0D';

const inVlan = (vlan: number | undefined) => (vlan === undefined ? {} : { vlan });

/** Specifics of IGMP snooping. */
export const snoopedIgmp: Snooped = {
  family: igmp,
  kinds: { messages: 'igmp', routers: 'pim' },
  messages: (vlan) => igmpMessages.map((match) => ({ ...match, ...inVlan(vlan) })),
  routers: (vlan) => [{ etherType: EtherType.ipv4, ipProtocol: PIM, destination: ALL_PIM_ROUTERS, ...inVlan(vlan) }],
  capacity: IGMP_GROUPS,
  reads: [igsCtrl, igsVlanFilterEntry, igsVlanRouterEntry, ipv4InterfaceEntry],
  values(configuration) {
    const set = configuration.group(igsCtrl);
    const time = millisecondsIn(igsCtrl, set);
    return {
      enabled: set.igsStatus === Status.enabled,
      hostTimeout: time('igsHostPortPurgeInterval'),
      routerTimeout: time('igsRouterPortPurgeInterval'),
      queryInterval: time('igsQueryInterval'),
      maxResponse: time('igsQueryMaxResponseTime'),
      robustness: set.igsRobustnessValue,
      lastMemberInterval: time('igsGrpQueryInterval'),
      fastLeave: set.igsFastLeave === Status.enabled,
      querier: set.igsQuerierStatus === Status.enabled,
      version: set.igsQuerierVersion,
    };
  },
  vlans(configuration) {
    const routers = configuration.rowMap(igsVlanRouterEntry);
    return configuration.rows(igsVlanFilterEntry).map(({ igsVlanFilterVlanId: vlan, igsVlanFilterStatus }) => ({
      vlan,
      snooped: igsVlanFilterStatus === Status.enabled,
      routers: parsePortList(routers.get(String(vlan))?.igsVlanStaticRouterPorts ?? '') ?? NO_PORTS,
    }));
  },
  address({ configuration, slots }, vlan) {
    const row = configuration()
      .rows(ipv4InterfaceEntry)
      .find(({ ipIfVlanId }) => ipIfVlanId === vlan);
    if (row?.ipv4InterfaceEnableStatus !== Status.enabled) return NO_ADDRESS;
    return slots.get(leases).get(vlan)?.address || row.ipAddressAddr || NO_ADDRESS;
  },
  uses: [leases],
  forwarding: igmpForwarding,
  handle: igmpSnoopingHandle,
};
