import { expect, test } from 'vitest';
import type { InterfacePlan, RoutePlan } from '../../plan.ts';
import { isBroadcastOf, RouteTable } from './route-table.ts';

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

/** A table with routes like "203.0.113.0/24 192.0.2.254 3": destination, gateway, VLAN. */
function tableOf(...routes: readonly string[]): RouteTable {
  const split = routes.map((text): [string, RoutePlan] => {
    const [destination = '', gateway = '', vlan] = text.split(' ');
    return [destination, { destination, gateway, vlan: Number(vlan), metric: 1 }];
  });
  return new RouteTable({ interfaces: new Map(interfaces.map((one) => [one.vlan, one])), routes: new Map(split) });
}

const wayTo = (table: RouteTable, destination: string) => {
  const route = table.wayTo(destination);
  return route && `VLAN ${route.via.vlan} from ${route.source} to ${route.neighbour}`;
};

test.each([
  ['10.9.9.9', 'VLAN 1 from 10.0.0.1 to 10.9.9.9'],
  // The longest prefix counts, of several alike the first, and never one that is off.
  ['10.1.1.9', 'VLAN 2 from 10.1.0.1 to 10.1.1.9'],
  ['192.0.2.200', 'VLAN 3 from 192.0.2.1 to 192.0.2.200'],
  ['192.0.3.1', 'VLAN 3 from 192.0.2.1 to 192.0.2.254'],
  ['198.51.100.9', 'VLAN 3 from 192.0.2.1 to 192.0.2.254'],
  ['203.0.113.9', 'VLAN 2 from 10.1.0.1 to 10.1.0.9'],
  ['203.0.113.130', 'VLAN 1 from 10.0.0.1 to 10.0.0.9'],
  // A link goes before a route to the same network, and a route to a part of it before the link.
  ['10.1.7.7', 'VLAN 2 from 10.1.0.1 to 10.1.7.7'],
  ['10.1.8.8', 'VLAN 1 from 10.0.0.1 to 10.0.0.9'],
  ['2001:db8::9', 'VLAN 1 from 2001:db8::1 to 2001:db8::9'],
  ['2001:db8:0:1:ffff::9', 'VLAN 5 from 2001:db8:0:1::1 to 2001:db8:0:1:ffff::9'],
  ['2001:db8:0:2::9', 'VLAN 5 from 2001:db8:0:1::1 to fe80::9'],
  ['2001:db9::9', undefined],
])('the way to %s', (destination, expected) => {
  const table = tableOf(
    '0.0.0.0/0 192.0.2.254 3',
    '203.0.113.0/24 10.1.0.9 2',
    '203.0.113.128/25 10.0.0.9 1',
    '10.1.0.0/16 10.0.0.9 1',
    '10.1.8.0/24 10.0.0.9 1',
    '2001:db8::/32 fe80::9 5',
  );
  expect(wayTo(table, destination)).toBe(expected);
});

test('without a route, or with one into a VLAN that is off or has no address, there is no way beyond the links', () => {
  expect(wayTo(tableOf(), '203.0.113.1')).toBeUndefined();
  for (const vlan of [4, 5, 9]) {
    expect(wayTo(tableOf(`0.0.0.0/0 198.51.100.254 ${vlan}`), '203.0.113.1')).toBeUndefined();
  }
  expect(wayTo(tableOf(), '2001:db8:0:2::9')).toBeUndefined();
});

test('a broadcast is for every station of a link: that of one of its networks, or of all', () => {
  const several = own(1, '2001:db8::1/64', '192.0.2.1/24', '10.0.0.0/31', '10.0.1.0/30');
  for (const each of ['255.255.255.255', '192.0.2.255', '10.0.1.3']) expect(isBroadcastOf(several, each)).toBe(true);
  // Links with only two addresses have no broadcast (RFC 3021).
  for (const each of ['192.0.2.1', '192.0.3.255', '10.0.0.1', '2001:db8::ff']) {
    expect(isBroadcastOf(several, each)).toBe(false);
  }
});

test.each([
  // One of the same scope, none whose time is nearly over, of several the one most alike, and never an anycast one.
  ['fe80::9', 'fe80::1'],
  ['2001:db8::9', '2001:db8::1'],
  ['2001:db8::7:9', '2001:db8::7:1'],
  ['2001:db8:f::9', '2001:db8::1'],
  ['3fff::9', '2001:db8::1'],
])('%s is spoken to from %s', (destination, source) => {
  const usual = own(1, 'fe80::1/64', '2001:db8::1/64', '2001:db8::7:1/64');
  const special = [
    { address: '2001:db8:f::3', prefix: 64, isNoSource: true, isAnycast: true },
    { address: '2001:db8:f::2', prefix: 64, isNoSource: true },
  ];
  const interfaces = new Map([[1, { ...usual, addresses: [...special, ...usual.addresses] }]]);
  const route = { destination: '::/0', gateway: 'fe80::ffff', vlan: 1, metric: 1 };
  const table = new RouteTable({ interfaces, routes: new Map([['::/0', route]]) });
  expect(table.wayTo(destination)?.source).toBe(source);
});
