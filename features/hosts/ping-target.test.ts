import { expect, it } from 'vitest';
import { pingTarget } from './ping-target.ts';

const host = { hostIpv4: '', hostIpv6: '', hostVlans: '40-41' };

it.each([
  ['its IPv4 address', { hostIpv4: '192.0.2.7, 192.0.2.8', hostIpv6: '2001:db8::7' }, '192.0.2.7', 0],
  ['an address that is valid in every VLAN', { hostIpv6: 'fe80::7, 2001:db8::7' }, '2001:db8::7', 0],
  ['a link-local address in its VLAN', { hostIpv6: 'fe80::7' }, 'fe80::7', 40],
  ['the same in the default VLAN', { hostIpv6: 'fe80::7', hostVlans: '' }, 'fe80::7', 1],
])('asks a host at %s', (_, known, address, vlan) => {
  expect(pingTarget({ ...host, ...known })).toEqual({ address, vlan });
});

it('asks no host without an address', () => {
  expect(pingTarget(host)).toBeUndefined();
});
