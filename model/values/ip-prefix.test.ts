import { expect, test } from 'vitest';
import { formatIpNetwork, ipNetwork, isInIpNetwork, parseIp, parseIpNetwork } from './ip-prefix.ts';

test.each([
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['255.255.255.255/1', '128.0.0.0/1'],
  ['10.9.8.7/0', '0.0.0.0/0'],
  ['10.9.8.7/32', '10.9.8.7/32'],
  ['10.9.8.7', '10.9.8.7/32'],
  ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['fe80::1/0', '::/0'],
])('%s is in the network %s', (text, expected) => {
  const network = parseIpNetwork(text);
  expect(network && formatIpNetwork(network)).toBe(expected);
});

test.each(['', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', '::/1x', 'x/8', '/8'])(
  '%s is no network',
  (text) => {
    expect(parseIpNetwork(text)).toBeUndefined();
  },
);

test('a prefix length is a whole number that the address has bits for', () => {
  for (const prefix of [-1, 1.5, 33, Number.NaN]) expect(ipNetwork('10.0.0.1', prefix)).toBeUndefined();
});

test('an address is in a network of its own family only', () => {
  const isIn = (network: string, address: string) => {
    const [where, what] = [parseIpNetwork(network), parseIp(address)];
    return where !== undefined && what !== undefined && isInIpNetwork(where, what);
  };
  expect(isIn('192.0.2.0/24', '192.0.2.255')).toBe(true);
  expect(isIn('192.0.2.0/24', '192.0.3.0')).toBe(false);
  expect(isIn('0.0.0.0/0', '255.1.1.1')).toBe(true);
  expect(isIn('0.0.0.0/0', '::1')).toBe(false);
  expect(isIn('::/0', '1.1.1.1')).toBe(false);
  expect(isIn('2001:db8::/32', '2001:db8:ffff::1')).toBe(true);
  expect(isIn('2001:db8::/32', '2001:db9::1')).toBe(false);
});
