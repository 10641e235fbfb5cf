import { expect, test } from 'vitest';
import type { InterfacePlan } from '../../plan.ts';
import { isBroadcastOf, routeTo } from './route.ts';

/** An interface with addresses like "192.0.2.1/24". */
function own(vlan: number, ...addresses: readonly string[]): InterfacePlan {
  const split = addresses.map((text) => {
    const [address = '', prefix] = text.split('/');
    return { address, prefix: Number(prefix) };
  });
  const mac = '02-FA-CE-00-00-01';
  return { vlan, name: `vlan${vlan}`, enabled: true, mac, addresses: split, dhcpClient: false };
}

const interfaces = [
  own(1, '10.0.0.1/8', '2001:db8::1/64'),
  own(2, '10.1.0.1/16'),
  own(3, '10.1.0.3/16', '192.0.2.1/24'),
  { ...own(4, '10.1.1.1/24', '198.51.100.1/24'), enabled: false },
  own(5, '2001:db8:0:1::1/64'),
];

test.each([
  ['10.9.9.9', 'VLAN 1 from 10.0.0.1 to 10.9.9.9'],
  // The longest prefix counts, of several alike the first, and never one that is off.
  ['10.1.1.9', 'VLAN 2 from 10.1.0.1 to 10.1.1.9'],
  ['192.0.2.200', 'VLAN 3 from 192.0.2.1 to 192.0.2.200'],
  ['192.0.3.1', 'VLAN 3 from 192.0.2.1 to 192.0.2.254'],
  ['198.51.100.9', 'VLAN 3 from 192.0.2.1 to 192.0.2.254'],
  ['2001:db8::9', 'VLAN 1 from 2001:db8::1 to 2001:db8::9'],
  ['2001:db8:0:1:ffff::9', 'VLAN 5 from 2001:db8:0:1::1 to 2001:db8:0:1:ffff::9'],
  ['2001:db8:0:2::9', undefined],
])('the way to %s', (destination, expected) => {
  const route = routeTo(destination, interfaces, '192.0.2.254');
  expect(route && `VLAN ${route.via.vlan} from ${route.source} to ${route.neighbour}`).toBe(expected);
});

test('without a gateway, or one that no interface leads to, there is no way beyond the links', () => {
  expect(routeTo('203.0.113.1', interfaces, undefined)).toBeUndefined();
  expect(routeTo('203.0.113.1', interfaces, '203.0.113.254')).toBeUndefined();
  expect(routeTo('2001:db8:0:2::9', interfaces, '2001:db8::9')).toBeUndefined();
});

test('a broadcast is for every station of a link: that of one of its networks, or of all', () => {
  const several = own(1, '2001:db8::1/64', '192.0.2.1/24', '10.0.0.0/31', '10.0.1.0/30');
  for (const each of ['255.255.255.255', '192.0.2.255', '10.0.1.3']) expect(isBroadcastOf(several, each)).toBe(true);
  // Two addresses alone on a link have no broadcast (RFC 3021).
  for (const each of ['192.0.2.1', '192.0.3.255', '10.0.0.1', '2001:db8::ff']) {
    expect(isBroadcastOf(several, each)).toBe(false);
  }
});
