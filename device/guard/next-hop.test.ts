import { describe, expect, test } from 'vitest';
import { type AccessAddress, type AccessPlan, type AccessRoute, accessKey, emptyAccess } from '../access-plan.ts';
import { nextHop } from './next-hop.ts';

/** Addresses as "VLAN address/prefix", routes as destination and "VLAN gateway". */
function access(addresses: readonly string[], routes: Record<string, string> = {}): AccessPlan {
  const read = new Map<string, AccessAddress>();
  for (const text of addresses) {
    const [vlan = '', address = '', prefix = ''] = text.split(/[ /]/);
    read.set(accessKey(Number(vlan), address), { vlan: Number(vlan), address, prefix: Number(prefix), leased: false });
  }
  return { ...emptyAccess, addresses: read, routes: new Map(Object.entries(routes).map(routeOf)) };
}

function routeOf([destination, text]: [string, string]): [string, AccessRoute] {
  const [vlan = '', gateway = ''] = text.split(' ');
  return [destination, { vlan: Number(vlan), gateway }];
}

describe('the way of an answer', () => {
  test('is straight where an interface is in the client’s network, by the longest prefix', () => {
    const both = ['1 192.0.2.1/24', '2 192.0.2.129/25', '3 192.0.0.1/16'];
    expect(nextHop(access(both), '192.0.2.200')).toEqual({ vlan: 2, gateway: undefined });
    expect(nextHop(access(both), '192.0.2.5')).toEqual({ vlan: 1, gateway: undefined });
    expect(nextHop(access(both), '192.0.9.5')).toEqual({ vlan: 3, gateway: undefined });
  });

  test('goes over a gateway where a route is longer, into the VLAN of the gateway', () => {
    const own = ['1 192.0.2.1/24', '2 10.0.0.1/8'];
    expect(nextHop(access(own, { '0.0.0.0/0': '2 10.0.0.9' }), '203.0.113.5')).toEqual({
      vlan: 2,
      gateway: '10.0.0.9',
    });
    expect(nextHop(access(own, { '192.0.2.128/25': '2 10.0.0.9' }), '192.0.2.200')).toEqual({
      vlan: 2,
      gateway: '10.0.0.9',
    });
    const routes = { '0.0.0.0/0': '2 10.0.0.9', '203.0.113.0/24': '1 192.0.2.9' };
    expect(nextHop(access(own, routes), '203.0.113.5')).toEqual({ vlan: 1, gateway: '192.0.2.9' });
  });

  test('is straight where a route is as long as the interface’s own network, or shorter', () => {
    for (const route of ['192.0.2.0/24', '192.0.0.0/16', '0.0.0.0/0']) {
      expect(nextHop(access(['1 192.0.2.1/24', '2 10.0.0.1/8'], { [route]: '2 10.0.0.9' }), '192.0.2.5')).toEqual({
        vlan: 1,
        gateway: undefined,
      });
    }
  });

  test('is none without a network or a route', () => {
    expect(nextHop(access(['1 192.0.2.1/24']), '203.0.113.5')).toBeUndefined();
    expect(nextHop(access([]), '203.0.113.5')).toBeUndefined();
  });

  test('is one of the client’s own family', () => {
    const both = access(['1 0.0.0.1/0', '2 2001:db8::2/64'], { '::/0': '2 fe80::9' });
    expect(nextHop(access(['1 0.0.0.1/0'], { '0.0.0.0/0': '1 0.0.0.2' }), '2001:db8::1')).toBeUndefined();
    expect(nextHop(access(['1 2001:db8::2/0']), '192.0.2.5')).toBeUndefined();
    expect(nextHop(both, '2001:db8::1')).toEqual({ vlan: 2, gateway: undefined });
    expect(nextHop(both, '2001:db9::1')).toEqual({ vlan: 2, gateway: 'fe80::9' });
  });
});
