import { describe, expect, test } from 'vitest';
import { type RouteCandidate, type RoutedLink, selectRoutes } from './select-routes.ts';

/** A link like "10 192.0.2.1/24 2001:db8::1/64"; one that begins with "-" is down. */
function link(text: string): RoutedLink {
  const [vlan = '', ...addresses] = text.split(' ');
  return {
    vlan: Math.abs(Number(vlan)),
    isUp: !vlan.startsWith('-'),
    addresses: addresses.map((each) => {
      const [address = '', prefix] = each.split('/');
      return { address, prefix: Number(prefix) };
    }),
  };
}

/** A route like "203.0.113.0/24 via 192.0.2.9 metric 3 backup vlan 10". */
function route(text: string): RouteCandidate {
  const [destination = '', , gateway = '', ...rest] = text.split(' ');
  const after = (word: string) => (rest.includes(word) ? Number(rest[rest.indexOf(word) + 1]) : undefined);
  const role = rest.includes('backup') ? 'backup' : 'primary';
  return { destination, gateway, role, metric: after('metric') ?? 1, vlan: after('vlan') };
}

const states = (links: readonly string[], routes: readonly string[]) =>
  selectRoutes(routes.map(route), links.map(link)).map(({ vlan, state }) => `${state} ${vlan}`);

const links = ['1 192.0.2.1/24 2001:db8:1::1/64', '20 10.0.0.1/8', '-30 10.1.0.1/16 198.51.100.1/24', '40'];

describe('a route', () => {
  test.each([
    ['leaves by the link that its gateway is on', '0.0.0.0/0 via 192.0.2.9', 'active 1'],
    ['needs a gateway on a link', '0.0.0.0/0 via 203.0.113.9', 'inactive undefined'],
    ['needs a link that is up', '0.0.0.0/0 via 198.51.100.9', 'inactive 30'],
    ['takes a link that is up before a longer prefix of one that is not', '0.0.0.0/0 via 10.1.0.9', 'active 20'],
    ['leads not over the switch itself', '0.0.0.0/0 via 192.0.2.1', 'inactive undefined'],
    ['leaves by the VLAN that it names', '0.0.0.0/0 via 192.0.2.9 vlan 1', 'active 1'],
    ['not by one in which its gateway is not', '0.0.0.0/0 via 192.0.2.9 vlan 20', 'inactive undefined'],
    ['of IPv6 alike', '2001:db8:2::/48 via 2001:db8:1::9', 'active 1'],
    ['of IPv6 over a link-local gateway leaves by its VLAN', '::/0 via fe80::9 vlan 20', 'active 20'],
    ['which has to be up', '::/0 via fe80::9 vlan 30', 'inactive 30'],
    ['and to be named', '::/0 via fe80::9', 'inactive undefined'],
    ['and to be there', '::/0 via fe80::9 vlan 50', 'inactive undefined'],
    ['to a network of the switch’s own is none that is taken', '192.0.2.0/24 via 10.0.0.9', 'standby 20'],
    ['while its link is down neither', '10.1.0.0/16 via 10.0.0.9', 'standby 20'],
    ['of IPv6 neither', '2001:db8:1::/64 via 2001:db8:1::9', 'standby 1'],
    ['but one to a part of it is', '192.0.2.64/26 via 10.0.0.9', 'active 20'],
    ['and one to more than it', '192.0.0.0/16 via 10.0.0.9', 'active 20'],
    ['with a gateway that is none', '0.0.0.0/0 via nowhere', 'inactive undefined'],
  ])('%s', (_, text, expected) => {
    expect(states(links, [text])).toEqual([expected]);
  });
});

describe('of several routes to one network', () => {
  test.each([
    [
      'the primary goes before a backup of a lower metric',
      ['0.0.0.0/0 via 192.0.2.9 metric 9 backup', '0.0.0.0/0 via 10.0.0.9 metric 99'],
      ['standby 1', 'active 20'],
    ],
    [
      'a backup is taken where the primary cannot be',
      ['0.0.0.0/0 via 198.51.100.9', '0.0.0.0/0 via 10.0.0.9 backup'],
      ['inactive 30', 'active 20'],
    ],
    [
      'the least metric counts',
      ['0.0.0.0/0 via 192.0.2.9 metric 254', '0.0.0.0/0 via 10.0.0.9 metric 1'],
      ['standby 1', 'active 20'],
    ],
    ['then the first one', ['0.0.0.0/0 via 192.0.2.9', '0.0.0.0/0 via 10.0.0.9'], ['active 1', 'standby 20']],
    [
      'overlapping networks do not stand in each other’s way',
      [
        '0.0.0.0/0 via 192.0.2.9',
        '203.0.113.0/24 via 10.0.0.9',
        '203.0.113.0/25 via 192.0.2.8',
        '::/0 via 2001:db8:1::9',
      ],
      ['active 1', 'active 20', 'active 1', 'active 1'],
    ],
  ])('%s', (_, routes, expected) => {
    expect(states(links, routes)).toEqual(expected);
  });
});

test('candidates that are the same twice are in use once', () => {
  const twice = route('0.0.0.0/0 via 192.0.2.9');
  expect(selectRoutes([twice, { ...twice }], links.map(link)).map(({ state }) => state)).toEqual(['active', 'standby']);
});
