import { describe, expect, test } from 'vitest';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { portListOf } from '../../model/values/port-list.ts';
import { sameOutlook } from './outlook.ts';
import { ownAddress, sessionOf } from './session.ts';
import { client, connection, outlook, own, plan, withPort } from './testing.ts';

const elsewhere = { ...own, vlan: 20, name: 'vlan20', addresses: [{ address: '10.0.0.1', prefix: 8 }] };
const both: ForwardingPlan = { ...plan, interfaces: new Map([...plan.interfaces, [20, elsewhere]]) };

describe('a session', () => {
  test('talks to the address of its connection, and is answered in its VLAN', () => {
    expect(sessionOf(outlook(both), client, connection)).toEqual({
      ...client,
      cables: portListOf([2]),
      tagged: false,
      server: { vlan: 1, address: '192.168.10.200', prefix: 24, leased: false },
      nextHop: { vlan: 1, gateway: undefined },
      clientAddress: '192.168.10.9',
      serverPort: connection.localPort,
    });
  });

  test('past the switch stands for one to the first address of its VLAN, with an answer that is not the switch’s matter', () => {
    const past = { localAddress: '127.0.0.1', localPort: 8080, remoteAddress: '127.0.0.1' };
    expect(sessionOf(outlook(both), { ...client, port: 4, vlan: 20 }, past)).toEqual({
      ...client,
      port: 4,
      vlan: 20,
      cables: portListOf([4]),
      tagged: true,
      server: { vlan: 20, address: '10.0.0.1', prefix: 8, leased: false },
      nextHop: undefined,
      clientAddress: undefined,
      serverPort: 8080,
    });
    expect(sessionOf(outlook(plan), { ...client, port: 4, vlan: 20 }, past).server).toBeUndefined();
  });

  test('by a trunk has the cables of all its members; by a port that is not there, none', () => {
    const trunked: ForwardingPlan = {
      ...plan,
      trunks: new Map([[5001, { members: portListOf([2, 3]), hash: 'sourceDestinationMac' }]]),
    };
    expect(sessionOf(outlook(trunked), { ...client, port: 5001 }, connection)).toMatchObject({
      cables: portListOf([2, 3]),
      tagged: false,
    });
    expect(sessionOf(outlook(plan), { ...client, port: 5001 }, connection).tagged).toBe(false);
  });

  test('in a VLAN that is not there counts as tagged', () => {
    expect(sessionOf(outlook(plan), { ...client, vlan: 30 }, connection).tagged).toBe(true);
  });
});

describe('a session over IPv6', () => {
  const linkLocal = { address: 'fe80::1', prefix: 64 };
  const ipv6 = { ...own, addresses: [...own.addresses, { address: '2001:db8::1', prefix: 64 }, linkLocal] };
  const twice: ForwardingPlan = {
    ...plan,
    interfaces: new Map([
      [20, { ...elsewhere, addresses: [linkLocal] }],
      [1, ipv6],
    ]),
  };

  test('talks to the address of its connection, and is answered in its VLAN', () => {
    const global = { localAddress: '2001:db8::1', localPort: 443, remoteAddress: '2001:db8::9' };
    expect(sessionOf(outlook(twice), client, global)).toMatchObject({
      server: { vlan: 1, address: '2001:db8::1' },
      nextHop: { vlan: 1, gateway: undefined },
      clientAddress: '2001:db8::9',
    });
  });

  test('between link-local addresses is that of its zone, whichever VLAN has the same address', () => {
    const near = { localAddress: 'fe80::1%vlan1', localPort: 443, remoteAddress: 'fe80::9%vlan1' };
    expect(sessionOf(outlook(twice), client, near)).toMatchObject({
      server: { vlan: 1, address: 'fe80::1' },
      nextHop: { vlan: 1, gateway: undefined },
      clientAddress: 'fe80::9',
    });
    expect(ownAddress(outlook(twice).access, 'fe80::1%vlan20')?.vlan).toBe(20);
    expect(ownAddress(outlook(twice).access, 'fe80::1%vlan30')).toBeUndefined();
  });
});

test('an IPv4 address in the form of IPv6 is the same address, and no other text is', () => {
  const { access } = outlook(plan);
  expect(ownAddress(access, '::ffff:192.168.10.200')?.vlan).toBe(1);
  expect(ownAddress(access, '::FFFF:192.168.10.200')?.vlan).toBe(1);
  expect(ownAddress(access, '192.168.10.201')).toBeUndefined();
  expect(ownAddress(access, '2001:db8::ffff:192.168.10.200')).toBeUndefined();
});

test('outlooks are the same where plan, state and access are', () => {
  const one = outlook(plan);
  expect(sameOutlook(one, { ...one })).toBe(true);
  expect(sameOutlook(one, { ...one, plan: withPort(3, { pvid: 20 }) })).toBe(false);
  expect(sameOutlook(one, { ...one, state: { ...one.state } })).toBe(false);
  expect(sameOutlook(one, { ...one, access: { ...one.access } })).toBe(false);
});
