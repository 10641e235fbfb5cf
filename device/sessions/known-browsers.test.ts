import { expect, test } from 'vitest';
import { KnownBrowsers } from './known-browsers.ts';
import { Sources } from './source-of.ts';

test('who signed in before is known by his browser, others at his address by that, and nobody else', () => {
  const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
  const standing = (cookie: string | undefined, address: string) => browsers.visitor(cookie, address).standing;
  expect(standing(undefined, '192.0.2.9')).toBe('stranger');
  const cookie = browsers.remember(undefined, '192.0.2.9');
  expect(standing(cookie, '198.51.100.1')).toBe('browser');
  expect(standing(undefined, '192.0.2.9')).toBe('source');
  expect(standing(undefined, '192.0.2.8')).toBe('stranger');
  expect(new KnownBrowsers(Buffer.alloc(32, 2)).visitor(cookie, '192.0.2.9').standing).toBe('stranger');
});

test('a source is an IPv4 address, an IPv6 /64, or an address on a link of the switch', () => {
  const sources = new Sources();
  sources.follow(['192.0.2.1', '2001:db8:0:1::1', 'fe80::1']);
  const of = (address: string) => sources.of(address);
  expect(of('192.0.2.9')).toBe('192.0.2.9');
  expect(of('2001:db8:0:2::9')).toBe(of('2001:db8:0:2:1:2:3:4'));
  expect(of('2001:db8:0:1::9')).not.toBe(of('2001:db8:0:1::8'));
  expect(of('2001:DB8:0:1::9')).toBe(of('2001:db8:0:1::9'));
  for (const local of ['fe80', 'fe9a', 'febf']) expect(of(`${local}::9%vlan1`)).not.toBe(of(`${local}::8%vlan1`));
  expect(of('fe80::9%vlan1')).not.toBe(of('fe80::9%vlan2'));
  sources.follow(['192.0.2.1']);
  expect(of('2001:db8:0:1::9')).toBe(of('2001:db8:0:1::8'));
});

test('who signed in on a link makes no other address there known', () => {
  const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
  browsers.remember(undefined, 'fe80::9%vlan1');
  const standing = (address: string) => browsers.visitor(undefined, address).standing;
  expect([standing('fe80::9%vlan1'), standing('fe80::8%vlan1')]).toEqual(['source', 'stranger']);
});

test('sources are kept whenever one is new, no more than there is room for, and are known again after a restart', () => {
  const kept: (readonly string[])[] = [];
  const told: string[] = [];
  const begin = () =>
    new KnownBrowsers(
      Buffer.alloc(32, 1),
      new Sources(),
      (source) => told.push(source),
      (sources) => kept.push(sources),
    );
  const browsers = begin();
  for (const address of ['192.0.2.9', '192.0.2.8', '192.0.2.9']) browsers.remember(undefined, address);
  expect(kept).toEqual([['192.0.2.9'], ['192.0.2.9', '192.0.2.8']]);
  for (let host = 0; host < 100; host += 1) browsers.remember(undefined, `198.51.100.${host}`);
  expect(kept.at(-1)).toHaveLength(64);
  told.length = 0;
  const again = begin();
  again.recall(kept.at(-1) ?? []);
  expect(again.visitor(undefined, '198.51.100.99').standing).toBe('source');
  expect(again.visitor(undefined, '192.0.2.9').standing).toBe('stranger');
  expect(told).toEqual(kept.at(-1));
});

test('of too many sources those that somebody signed in from last stay known, also in a longer list from before', () => {
  const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
  const addresses = Array.from({ length: 65 }, (_, host) => `198.51.100.${host}`);
  const known = () => addresses.filter((address) => browsers.visitor(undefined, address).standing === 'source');
  browsers.recall(addresses);
  expect(known()).toEqual(addresses.slice(1));
  // A returning browser is the latest.
  for (const address of ['198.51.100.1', '203.0.113.1']) browsers.remember(undefined, address);
  expect(known()).toEqual(addresses.filter((_, host) => host !== 0 && host !== 2));
});
