import { describe, expect, test } from 'vitest';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { emptyState, type ForwardingState } from '../../datapath/state.ts';
import { wordsOf } from '../../model/values/message.ts';
import { firstPorts, portListOf } from '../../model/values/port-list.ts';
import type { AccessPlan, Listener } from '../access-plan.ts';
import type { ManagementService } from '../permitted-sources.ts';
import { judge } from './judge.ts';
import type { Outlook } from './outlook.ts';
import {
  client,
  connection,
  mirrorTo,
  outlook,
  own,
  PORTS,
  pinned,
  plan,
  withInterface,
  without,
  withPort,
  withVlan,
} from './testing.ts';

/** VLAN 20 has an interface too, so that nothing here isolates the switch. */
const elsewhere = {
  ...own,
  vlan: 20,
  name: 'vlan20',
  mac: '02-00-00-00-00-02',
  addresses: [{ address: '10.0.0.1', prefix: 8 }],
};
const beside = (of: ForwardingPlan): ForwardingPlan => ({
  ...of,
  interfaces: new Map([...of.interfaces, [20, elsewhere]]),
});

/** The guard's judgment of a change, in words; "" if it has no objection. */
function wordsOn(before: Outlook, after: Outlook, path = client, over = connection): string {
  const verdict = judge(before, after, { path, connection: over });
  return 'reason' in verdict ? wordsOf(verdict.reason) : '';
}

const onPlan = (after: ForwardingPlan, path = client) => wordsOn(outlook(beside(plan)), outlook(beside(after)), path);

describe('the guard says of a plan', () => {
  const punting = (stage: 'control' | 'delivery' | 'inspection', action: 'take' | 'copy'): ForwardingPlan => ({
    ...plan,
    punts: new Map([['arp', { stage, matches: [{ etherType: 0x0806, source: client.clientMac }], action, rate: 10 }]]),
  });

  test.each<readonly [string, ForwardingPlan]>([
    ['Port 2 would be disabled.', withPort(2, { admin: false })],
    ['Port 2 would become a mirroring target port.', mirrorTo(2)],
    ['VLAN 1 would no longer exist.', without(1)],
    [
      'Port 2 would leave VLAN 1.',
      withVlan(1, { members: portListOf([1, 3, 4]), untagged: 0n }, withPort(2, { ingressFiltering: true })),
    ],
    [
      'Port 2 would leave VLAN 1.',
      withVlan(1, { members: portListOf([1, 3, 4]), untagged: 0n }, withPort(2, { ingressFiltering: false })),
    ],
    [
      'Port 2 would send the frames of VLAN 1 tagged.',
      withVlan(1, { members: firstPorts(PORTS), untagged: portListOf([1, 3, 4]) }),
    ],
    ["Port 2 would not accept this session's frames in VLAN 1.", withPort(2, { pvid: 20 })],
    ["Port 2 would not accept this session's frames in VLAN 1.", withPort(2, { acceptableFrameTypes: 'tagged' })],
    ['The address 02-00-00-00-00-09 of this session would be bound to port 3.', pinned(3)],
    ['VLAN 1 would no longer have an IP interface.', { ...plan, interfaces: new Map() }],
    ['The IP interface of VLAN 1 would be disabled.', withInterface({ enabled: false })],
    [
      'The switch would no longer answer at 192.168.10.200.',
      withInterface({ addresses: [{ address: '192.168.10.201', prefix: 24 }] }),
    ],
    [
      'The switch would no longer reach 192.168.10.9 by its present path.',
      withInterface({ addresses: [{ address: '192.168.10.200', prefix: 30 }] }),
    ],
    [
      'Frames to 02-00-00-00-00-01 would no longer be forwarded.',
      { ...plan, destinationFilter: new Map([['02-00-00-00-00-01', true]]) },
    ],
    ['The frames of this session would be redirected for inspection.', punting('inspection', 'take')],
    ['', punting('inspection', 'copy')],
    ['The frames of this session would not reach the switch through port 2.', punting('delivery', 'take')],
    ['', punting('delivery', 'copy')],
    ['Port 2 of this session would forward to fewer ports.', withPort(2, { forwardTo: 1n })],
    [
      'A DHCP server would assign the switch an address other than 192.168.10.200.',
      withInterface({ dhcpClient: true }),
    ],
  ])('%s', (words, after) => {
    expect(onPlan(after)).toBe(words);
  });

  test('that the frames of a tagged session would lose their tag', () => {
    const path = { ...client, port: 4, vlan: 20 };
    const over = { ...connection, localAddress: '10.0.0.1', remoteAddress: '10.0.0.9' };
    const after = withVlan(20, { members: portListOf([4]), untagged: portListOf([4]) });
    expect(wordsOn(outlook(beside(plan)), outlook(beside(after)), path, over)).toBe(
      'Port 4 would send the frames of VLAN 20 untagged.',
    );
  });
});

test('the guard lets the port of a session be an untagged source of a multicast VLAN: what it needs is no stream', () => {
  const streams = {
    members: portListOf([2, 3]),
    untagged: portListOf([2, 3]),
    sources: portListOf([2]),
    groups: [{ version: 4, first: 0xe000_0100n, last: 0xefff_ffffn } as const],
    messages: [{ etherType: 0x0800, ipProtocol: 2 }],
    priority: undefined,
  };
  expect(onPlan({ ...plan, multicastVlans: new Map([[100, streams]]) })).toBe('');
});

describe('the guard says of what engines decide', () => {
  const decided = (change: Partial<ForwardingState>, of = plan) => outlook(of, {}, { ...emptyState, ...change });

  test.each<readonly [string, Partial<ForwardingState>]>([
    ['Port 2 would be blocked in VLAN 1.', { blocked: new Map([[0, { ports: portListOf([2]) }]]) }],
    [
      'Port 2 would not forward the frames of VLAN 1: its spanning-tree instance discards.',
      { instances: new Map([[0, { learning: portListOf([1]), forwarding: portListOf([1]) }]]) },
    ],
    [
      'Port 2 would not forward the frames of VLAN 1: its spanning-tree instance discards.',
      { instances: new Map([[0, { learning: portListOf([2]), forwarding: portListOf([1]) }]]) },
    ],
    ['', { blocked: new Map([[0, { ports: portListOf([3]) }]]) }],
  ])('%s', (words, change) => {
    expect(wordsOn(outlook(plan), decided(change))).toBe(words);
  });

  const trunked: ForwardingPlan = {
    ...plan,
    trunks: new Map([[5001, { members: portListOf([2, 3]), hash: 'sourceDestinationMac' }]]),
  };
  const members = (collecting: number[], distributing: number[]) =>
    decided(
      { trunks: new Map([[5001, { collecting: portListOf(collecting), distributing: portListOf(distributing) }]]) },
      trunked,
    );

  test('that a trunk carries the session while one of its members does each of both', () => {
    const path = { ...client, port: 5001 };
    const on = (after: Outlook) => wordsOn(outlook(trunked), after, path);
    expect(on(members([2], [2]))).toBe('');
    expect(on(members([3], [3]))).toBe('');
    expect(on(members([], [2, 3]))).toBe('Trunk 1 would not carry the frames of this session.');
    expect(on(members([2, 3], []))).toBe('Trunk 1 would not carry the frames of this session.');
  });

  test('that answers might leave by another member of a trunk that the port would join', () => {
    expect(wordsOn(outlook(plan), outlook(trunked))).toBe(
      'The answers to this session might leave by another member of trunk 1.',
    );
    expect(wordsOn(outlook(plan), members([2], [2]))).toBe('');
  });
});

describe('the guard says of services', () => {
  const web: Listener = {
    transport: 'tcp',
    port: 443,
    enabled: true,
    onLoopback: false,
    secure: true,
    vlan: undefined,
  };
  const with_ = (access: Partial<AccessPlan>) => outlook(plan, access);
  const before = with_({ listeners: new Map([['https', web]]) });
  const listening = (change: Partial<Listener>) => with_({ listeners: new Map([['https', { ...web, ...change }]]) });
  const only = (address: string, prefix: number, ...services: ManagementService[]) =>
    with_({ listeners: new Map([['https', web]]), sources: [{ address, prefix, services, ports: 0n }] });

  test.each<readonly [string, Outlook]>([
    ['HTTPS, which this session uses, would move to port 8443.', listening({ port: 8443 })],
    ['HTTPS, which this session uses, would end.', listening({ enabled: false })],
    ['HTTPS, which this session uses, would end.', with_({})],
    [
      '',
      with_({
        listeners: new Map([
          ['https', web],
          ['snmp', { ...web, transport: 'udp', port: 161 }],
        ]),
      }),
    ],
    ['HTTPS would no longer answer VLAN 1, which this session uses.', listening({ vlan: 20 })],
    ['', listening({ vlan: 1 })],
    ['192.168.10.9 would no longer be allowed to use HTTPS.', only('10.0.0.0', 8, 'https')],
    ['192.168.10.9 would no longer be allowed to use HTTPS.', only('192.168.10.9', 32, 'http', 'ssh')],
    ['', only('192.168.10.9', 32, 'https')],
    ['', only('192.168.0.0', 16, 'ssh', 'https')],
  ])('%s', (words, after) => {
    expect(wordsOn(before, after)).toBe(words);
  });

  test('the same where the session does not come through the switch: it is refused there, too', () => {
    const past = { ...connection, localAddress: '127.0.0.1', remoteAddress: '127.0.0.1' };
    const after = only('10.0.0.0', 8, 'https');
    const words = '127.0.0.1 would no longer be allowed to use HTTPS.';
    expect(wordsOn(before, after, client, past)).toBe(words);
    expect(judge(before, after, { path: undefined, connection: past })).toMatchObject({ kind: 'loss' });
    expect(judge(before, after, { path: 'unsettled', connection: past })).toMatchObject({ kind: 'loss' });
  });

  test('nothing where it was so before', () => {
    const closed = only('10.0.0.0', 8, 'https');
    expect(wordsOn(closed, only('10.0.0.0', 9, 'https'))).toBe('');
  });
});

describe('the guard has nothing against', () => {
  test('no change at all, and what was the matter before', () => {
    expect(judge(outlook(plan), outlook(plan), { path: client, connection })).toEqual({ kind: 'fine' });
    const same = outlook(withPort(2, { admin: false }));
    expect(judge(same, same, { path: undefined, connection })).toEqual({ kind: 'fine' });
  });

  test('a DHCP client in another VLAN, or beside an address that another one holds, or that was there before', () => {
    const other = { ...elsewhere, dhcpClient: true };
    const asking: ForwardingPlan = { ...plan, interfaces: new Map([...plan.interfaces, [20, other]]) };
    expect(wordsOn(outlook(beside(plan)), outlook(asking))).toBe('');
    expect(wordsOn(outlook(plan), outlook(asking))).toBe('');
    const second = [{ address: '192.168.10.1', prefix: 24 }, ...own.addresses];
    const before = withInterface({ addresses: second });
    expect(wordsOn(outlook(before), outlook(withInterface({ addresses: second, dhcpClient: true })))).toBe('');
  });

  test('a DHCP client where the address is leased already', () => {
    const addresses = new Map([['1', { vlan: 1, address: '192.168.10.200', prefix: 24, leased: true }]]);
    expect(wordsOn(outlook(plan, { addresses }), outlook(withInterface({ dhcpClient: true }), { addresses }))).toBe('');
  });

  test('the same narrowing of a port by which the session does not come', () => {
    const trunked: ForwardingPlan = {
      ...plan,
      trunks: new Map([[5001, { members: portListOf([2, 3]), hash: 'sourceDestinationMac' }]]),
    };
    const path = { ...client, port: 5001 };
    const narrowed = withPort(2, { forwardTo: 1n }, trunked);
    expect(wordsOn(outlook(trunked), outlook(narrowed), path)).toBe(
      'Port 5001 of this session would forward to fewer ports.',
    );
    expect(wordsOn(outlook(trunked), outlook(withPort(3, { forwardTo: 1n }, trunked)), path)).toBe('');
  });
});

describe('isolation is judged', () => {
  const alone = (after: ForwardingPlan) => judge(outlook(plan), outlook(after), undefined).kind;

  test('by whether some port reaches an interface that has or asks for an address, tagged or not', () => {
    const tagged = withVlan(1, { members: firstPorts(PORTS), untagged: 0n });
    expect(alone(tagged)).toBe('fine');
    const taggedOnly = [1, 2, 3, 4].reduce(
      (soFar, port) => withPort(port, { acceptableFrameTypes: 'tagged' }, soFar),
      plan,
    );
    expect(alone(taggedOnly)).toBe('isolation');
    expect(alone({ ...taggedOnly, vlans: tagged.vlans })).toBe('fine');
    const nobody = withVlan(1, { members: 0n, untagged: 0n });
    expect(alone(nobody)).toBe('isolation');
  });

  test('by the addresses of the interface’s own VLAN', () => {
    const bare = { ...own, addresses: [] };
    const there: ForwardingPlan = { ...withVlan(20, { members: 0n, untagged: 0n }), interfaces: new Map() };
    const after = {
      ...there,
      interfaces: new Map([
        [1, bare],
        [20, elsewhere],
      ]),
    };
    expect(alone(after)).toBe('isolation');
  });

  test('by frames both to everybody and to the switch', () => {
    const arpTaken: ForwardingPlan = {
      ...plan,
      punts: new Map([['arp', { stage: 'inspection', matches: [{ etherType: 0x0806 }], action: 'take', rate: 10 }]]),
    };
    expect(alone(arpTaken)).toBe('isolation');
    const unreachable = { ...plan, destinationFilter: new Map([[own.mac, true]]) };
    expect(alone(unreachable)).toBe('isolation');
  });
});
