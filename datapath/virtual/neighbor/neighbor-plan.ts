import { firstPorts, NO_PORTS } from '../../../model/values/port-list.ts';
import { SLOW_PROTOCOLS_GROUP } from '../../../protocols/lacp/lacpdu.ts';
import { BRIDGE_GROUP_ADDRESS } from '../../../protocols/spanning-tree/bridge-group-address.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../../plan.ts';
import type { PuntPlan } from '../../punt.ts';
import { PROBE_ETHER_TYPE, PROBE_GROUP } from './loop-watch.ts';
import { NEIGHBOR_TRUNK, type NeighborOptions } from './neighbor-options.ts';

/** The kinds of frames that a neighbor receives. */
export type NeighborFrame = 'bpdu' | 'slow' | 'probe';

/** Frames of a kind that it hears in a second: many more than one switch sends to it. */
const HEARD_A_SECOND = 100;

const taken = (match: PuntPlan['matches'][number]): PuntPlan => ({
  stage: 'control',
  action: 'take',
  rate: HEARD_A_SECOND,
  matches: [match],
});

const punts: ReadonlyMap<NeighborFrame, PuntPlan> = new Map<NeighborFrame, PuntPlan>([
  ['bpdu', taken({ destination: BRIDGE_GROUP_ADDRESS })],
  ['slow', taken({ destination: SLOW_PROTOCOLS_GROUP })],
  ['probe', taken({ destination: PROBE_GROUP, etherType: PROBE_ETHER_TYPE })],
]);

/** The plan of a neighbor switch: VLAN 1 untagged and the others tagged at every port. */
export function neighborPlan({ mac, address, portCount, trunk, vlans }: NeighborOptions): ForwardingPlan {
  const all = firstPorts(portCount);
  const port = defaultPortPlan(all);
  return {
    ...emptyPlan,
    ports: new Map(Array.from({ length: portCount }, (_, at) => [at + 1, port])),
    vlans: new Map<number, VlanPlan>([
      [1, { members: all, untagged: all }],
      ...vlans.map((vlan): [number, VlanPlan] => [vlan, { members: all, untagged: NO_PORTS }]),
    ]),
    ...(trunk !== NO_PORTS && {
      trunks: new Map([[NEIGHBOR_TRUNK, { members: trunk, hash: 'sourceDestinationMac' as const }]]),
    }),
    ...(address !== undefined && {
      interfaces: new Map([
        [1, { vlan: 1, name: 'vlan1', enabled: true, mac, addresses: [{ address, prefix: 24 }], dhcpClient: false }],
      ]),
    }),
    punts,
  };
}
