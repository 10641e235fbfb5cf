import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import {
  addressKey,
  defaultPortPlan,
  emptyPlan,
  type ForwardingPlan,
  type InterfacePlan,
  type PortPlan,
  type VlanPlan,
} from '../../datapath/plan.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { firstPorts, portListOf } from '../../model/values/port-list.ts';
import { Guard, judge } from './guard.ts';
import { sessionPath } from './management-path.ts';

const PORTS = 4;
const client = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' } satisfies ManagementPath;
const connection = {
  localAddress: '192.168.10.200',
  localPort: 443,
  remoteAddress: '192.168.10.9',
} satisfies Connection;

const own: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: '02-00-00-00-00-01',
  addresses: [{ address: '192.168.10.200', prefix: 24 }],
  dhcpClient: false,
};

/** Four ports, untagged in VLAN 1, where the switch is at 192.168.10.200; port 4 is a tagged member of VLAN 20 too. */
const plan: ForwardingPlan = {
  ...emptyPlan,
  ports: new Map([1, 2, 3, 4].map((port) => [port, defaultPortPlan(firstPorts(PORTS))])),
  vlans: new Map([
    [1, { members: firstPorts(PORTS), untagged: firstPorts(PORTS) }],
    [20, { members: portListOf([4]), untagged: 0n }],
  ]),
  interfaces: new Map([[1, own]]),
};

const withPort = (port: number, change: Partial<PortPlan>, base = plan): ForwardingPlan => ({
  ...base,
  ports: new Map(base.ports).set(port, { ...defaultPortPlan(firstPorts(PORTS)), ...change }),
});
const withVlan = (vlan: number, entry: VlanPlan, base = plan): ForwardingPlan => ({
  ...base,
  vlans: new Map(base.vlans).set(vlan, entry),
});
const withInterface = (change: Partial<InterfacePlan>): ForwardingPlan => ({
  ...plan,
  interfaces: new Map([[1, { ...own, ...change }]]),
});
const without = (vlan: number): ForwardingPlan => ({
  ...withInterface({ enabled: true }),
  vlans: new Map([...plan.vlans].filter(([id]) => id !== vlan)),
  interfaces: new Map([
    [1, own],
    [20, { ...own, vlan: 20, name: 'vlan20', addresses: [{ address: '10.0.0.1', prefix: 8 }] }],
  ]),
});
const mirrorTo = (target: number): ForwardingPlan => ({
  ...plan,
  mirrors: new Map([[1, { session: 1, target, ingress: portListOf([3]), egress: 0n }]]),
});
const pinned = (port: number): ForwardingPlan => ({
  ...plan,
  staticUnicast: new Map([[addressKey(1, client.clientMac), { vlan: 1, address: client.clientMac, port }]]),
});

describe('a change that takes the session’s way', () => {
  test.each<readonly [string, ForwardingPlan, RegExp]>([
    ['its port is disabled', withPort(2, { admin: false }), /Port 2 would be disabled/],
    ['its port becomes a mirror target', mirrorTo(2), /Port 2 would become a mirroring target/],
    ['its VLAN is deleted', without(1), /VLAN 1 would not exist/],
    [
      'its port leaves the VLAN',
      withVlan(1, { members: portListOf([1, 3, 4]), untagged: portListOf([1, 3, 4]) }),
      /Port 2 would leave VLAN 1/,
    ],
    [
      'its frames become tagged',
      withVlan(1, { members: firstPorts(PORTS), untagged: portListOf([1, 3, 4]) }),
      /Port 2 would send the frames of VLAN 1 tagged/,
    ],
    ['its port gets another PVID', withPort(2, { pvid: 20 }), /not admit this session's frames/],
    ['its port admits tagged frames only', withPort(2, { acceptableFrameTypes: 'tagged' }), /not admit/],
    ['its station is pinned elsewhere', pinned(3), /pinned to port 3/],
    ['the interface is disabled', withInterface({ enabled: false, addresses: own.addresses }), /disabled|no port/],
    [
      'the interface gets another address',
      withInterface({ addresses: [{ address: '192.168.10.201', prefix: 24 }] }),
      /not answer at 192\.168\.10\.200/,
    ],
    [
      'the mask no longer covers the client',
      withInterface({ addresses: [{ address: '192.168.10.200', prefix: 30 }] }),
      /not reach 192\.168\.10\.9/,
    ],
  ])('is seen: %s', (_what, after, reason) => {
    const verdict = judge(plan, after, client, connection);
    expect(verdict.kind).not.toBe('fine');
    expect('reason' in verdict && wordsOf(verdict.reason)).toMatch(reason);
  });

  test.each<readonly [string, ForwardingPlan]>([
    ['nothing changes', plan],
    ['another port is disabled', withPort(3, { admin: false })],
    ['another port becomes a mirror target', mirrorTo(1)],
    ['another VLAN is deleted', { ...plan, vlans: new Map([...plan.vlans].filter(([id]) => id !== 20)) }],
    ['its port joins one more VLAN', withVlan(20, { members: portListOf([2, 4]), untagged: 0n })],
    ['its port admits untagged frames only', withPort(2, { acceptableFrameTypes: 'untaggedAndPriority' })],
    ['its port may forward to no other port', withPort(2, { forwardTo: 0n })],
    ['its station is pinned to its own port', pinned(2)],
    [
      'a wider mask covers the client as well',
      withInterface({ addresses: [{ address: '192.168.10.200', prefix: 16 }] }),
    ],
    ['a second address comes', withInterface({ addresses: [...own.addresses, { address: '10.0.0.1', prefix: 8 }] })],
  ])('is told from one that does not: %s', (_what, after) => {
    expect(judge(plan, after, client, connection)).toEqual({ kind: 'fine' });
  });
});

describe('a tagged session', () => {
  const trunk = withVlan(
    20,
    { members: portListOf([4]), untagged: 0n },
    {
      ...plan,
      interfaces: new Map([[20, { ...own, vlan: 20, name: 'vlan20' }]]),
    },
  );
  const path = { ...client, port: 4, vlan: 20 };

  test('is not cut off by a PVID, but by frame types and by losing its tag', () => {
    expect(judge(trunk, withPort(4, { pvid: 20 }, trunk), path, connection).kind).toBe('fine');
    const untaggedOnly = withPort(4, { acceptableFrameTypes: 'untaggedAndPriority' }, trunk);
    expect(judge(trunk, untaggedOnly, path, connection).kind).not.toBe('fine');
    const untagged = withVlan(20, { members: portListOf([4]), untagged: portListOf([4]) }, trunk);
    expect(judge(trunk, untagged, path, connection).kind).not.toBe('fine');
  });
});

describe('a client behind a gateway', () => {
  const far = { ...connection, remoteAddress: '10.9.9.9' };
  const routed: ForwardingPlan = { ...plan, defaultGateway: '192.168.10.1' };

  test('needs the gateway to stay', () => {
    expect(judge(routed, { ...routed, defaultGateway: undefined }, client, far).kind).toBe('loss');
    expect(judge(routed, { ...routed, defaultGateway: '192.168.10.2' }, client, far).kind).toBe('loss');
    expect(judge(routed, withPort(3, { admin: false }, routed), client, far).kind).toBe('fine');
  });
});

describe('isolation', () => {
  test('of everybody is seen whoever asks', () => {
    const closed = [1, 2, 3, 4].reduce((soFar, port) => withPort(port, { admin: false }, soFar), plan);
    expect(judge(plan, closed, undefined, undefined)).toMatchObject({ kind: 'isolation' });
    expect(judge(plan, withInterface({ addresses: [] }), undefined, undefined)).toMatchObject({ kind: 'isolation' });
    expect(judge(plan, withInterface({ addresses: [], dhcpClient: true }), undefined, undefined).kind).toBe('fine');
  });

  test('that is there already is no reason against mending it', () => {
    const closed = withInterface({ enabled: false });
    expect(judge(closed, withPort(3, { pvid: 20 }, closed), undefined, undefined).kind).toBe('fine');
  });
});

describe('waiting for confirmation', () => {
  const moved = withInterface({ addresses: [{ address: '192.168.10.201', prefix: 24 }] });
  const there = { ...connection, localAddress: '192.168.10.201' };

  function waiting() {
    const clock = new ManualClock();
    const guard = new Guard(clock);
    let restored = 0;
    guard.begin({ reason: say('It moves.'), path: sessionPath(plan, client, connection) }, 'admin', () => {
      restored += 1;
    });
    return { clock, guard, restored: () => restored };
  }

  test('ends with a call of the same station on a new connection', () => {
    const { clock, guard, restored } = waiting();
    expect(guard.confirm({ connection: there, path: client, fresh: true }, moved)).toBe(true);
    clock.advance(100_000);
    expect(restored()).toBe(0);
  });

  test.each([
    ['an old connection', { connection: there, path: client, fresh: false }],
    ['another station', { connection: there, path: { ...client, clientMac: '02-00-00-00-00-77' }, fresh: true }],
    ['a way past the switch', { connection: there, path: undefined, fresh: true }],
    ['a VLAN without an address', { connection: there, path: { ...client, port: 4, vlan: 20 }, fresh: true }],
  ])('does not end with a call by %s', (_what, call) => {
    const { clock, guard, restored } = waiting();
    expect(guard.confirm(call, moved)).toBe(false);
    clock.advance(60_000);
    expect(restored()).toBe(1);
    expect(guard.provisional()).toBeUndefined();
  });
});
