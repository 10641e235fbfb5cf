import type { ManagementPath } from '../../datapath/datapath.ts';
import {
  addressKey,
  defaultPortPlan,
  emptyPlan,
  type ForwardingPlan,
  type InterfacePlan,
  type PortPlan,
  type VlanPlan,
} from '../../datapath/plan.ts';
import { emptyState } from '../../datapath/state.ts';
import { firstPorts, portListOf } from '../../model/values/port-list.ts';
import { type AccessAddress, type AccessPlan, accessKey, emptyAccess } from '../access-plan.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { judge } from './judge.ts';
import type { Outlook } from './outlook.ts';

/** Ports of the switch here. */
export const PORTS = 4;
/** Path of the client of every session here: port 2, untagged in VLAN 1. */
export const client = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' } satisfies ManagementPath;
/** The client's connection to the switch. */
export const connection = {
  localAddress: '192.168.10.200',
  localPort: 443,
  remoteAddress: '192.168.10.9',
  service: 'https',
} satisfies ManagementConnection;

/** The interface of VLAN 1. */
export const own: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: '02-00-00-00-00-01',
  addresses: [{ address: '192.168.10.200', prefix: 24 }],
  dhcpClient: false,
};

/** Four ports, untagged in VLAN 1, where the switch is at 192.168.10.200; port 4 is a tagged member of VLAN 20 too. */
export const plan: ForwardingPlan = {
  ...emptyPlan,
  ports: new Map([1, 2, 3, 4].map((port) => [port, defaultPortPlan(firstPorts(PORTS))])),
  vlans: new Map([
    [1, { members: firstPorts(PORTS), untagged: firstPorts(PORTS) }],
    [20, { members: portListOf([4]), untagged: 0n }],
  ]),
  interfaces: new Map([[1, own]]),
};

/** Everything that follows only from a plan: the addresses of its interfaces and its routes. */
export function outlook(of: ForwardingPlan, access: Partial<AccessPlan> = {}, state = emptyState): Outlook {
  const addresses = new Map<string, AccessAddress>();
  for (const { vlan, enabled, addresses: own } of of.interfaces.values()) {
    for (const each of enabled ? own : [])
      addresses.set(accessKey(vlan, each.address), { vlan, ...each, leased: false });
  }
  const { routes } = of;
  return { plan: of, state, access: { ...emptyAccess, addresses, routes, ...access } };
}

/** The guard's judgment of a change of plan by this client. */
export const verdictOn = (
  before: ForwardingPlan,
  after: ForwardingPlan,
  path: ManagementPath = client,
  over = connection,
) => judge(outlook(before), outlook(after), { path, connection: over });

/** A plan with a port that differs from the default one. */
export const withPort = (port: number, change: Partial<PortPlan>, base = plan): ForwardingPlan => ({
  ...base,
  ports: new Map(base.ports).set(port, { ...defaultPortPlan(firstPorts(PORTS)), ...change }),
});
/** A plan with a VLAN added or replaced. */
export const withVlan = (vlan: number, entry: VlanPlan, base = plan): ForwardingPlan => ({
  ...base,
  vlans: new Map(base.vlans).set(vlan, entry),
});
/** The plan with another interface in VLAN 1. */
export const withInterface = (change: Partial<InterfacePlan>): ForwardingPlan => ({
  ...plan,
  interfaces: new Map([[1, { ...own, ...change }]]),
});
/** The plan without a VLAN, where an interface in VLAN 20 stays. */
export const without = (vlan: number): ForwardingPlan => ({
  ...withInterface({ enabled: true }),
  vlans: new Map([...plan.vlans].filter(([id]) => id !== vlan)),
  interfaces: new Map([
    [1, own],
    [20, { ...own, vlan: 20, name: 'vlan20', addresses: [{ address: '10.0.0.1', prefix: 8 }] }],
  ]),
});
/** The plan with a mirror of port 3. */
export const mirrorTo = (target: number): ForwardingPlan => ({
  ...plan,
  mirrors: new Map([[1, { session: 1, target, ingress: portListOf([3]), egress: 0n }]]),
});
/** The plan with the client's station pinned to a port. */
export const pinned = (port: number): ForwardingPlan => ({
  ...plan,
  staticUnicast: new Map([[addressKey(1, client.clientMac), { vlan: 1, address: client.clientMac, port }]]),
});
