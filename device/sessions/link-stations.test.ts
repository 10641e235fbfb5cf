import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { NeighbourEntry } from '../../datapath/datapath.ts';
import { AttemptBudget } from './attempt-budget.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LinkStations } from './link-stations.ts';
import { Sources } from './source-of.ts';

const FLOOD = '02-00-00-00-00-66';
const OWNER = '02-00-00-00-00-01';

/** A switch at fd00::1 and fe80::1 in VLAN 1, with what its neighbor table holds. */
function begin() {
  const clock = new ManualClock();
  const table: NeighbourEntry[] = [];
  let looks = 0;
  const stations = new LinkStations(clock, async () => {
    looks += 1;
    return [...table];
  });
  const sources = new Sources((address) => stations.of(address));
  sources.follow(['192.0.2.1', 'fd00::1', 'fe80::1%vlan1']);
  const browsers = new KnownBrowsers(Buffer.alloc(32, 1), sources);
  const budget = new AttemptBudget(clock);
  const meet = (mac: string, address: string) =>
    table.push({ vlan: 1, address, mac, origin: 'learned', state: 'reachable', age: 0 });
  const tries = (address: string) => budget.take(browsers.visitor(undefined, address));
  return { clock, browsers, meet, tries, looks: () => looks };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['link-local addresses', (at: number) => `fe80::66:${at.toString(16)}`, '%vlan1'],
  ['addresses of a prefix on the link', (at: number) => `fd00::66:${at.toString(16)}`, ''],
])('a host that changes its %s for every attempt has one share', async (_what, address, zone) => {
  const { clock, browsers, meet, tries, looks } = begin();
  const [known, own] = [`${address(0xffff)}${zone}`, `${address(0xeeee)}${zone}`];
  browsers.remember(undefined, known);
  meet(OWNER, address(0xeeee));
  let passed = 0;
  for (let second = 0; second < 20; second += 1) {
    for (let at = second * 500; at < (second + 1) * 500; at += 1) {
      meet(FLOOD, address(at));
      if (tries(`${address(at)}${zone}`)) passed += 1;
    }
    await settled();
    clock.advance(1_000);
  }
  // 10 and 2 a second where it is not known, and the same once more where it comes again.
  expect(passed).toBeLessThanOrEqual(10 + 2 * 20);
  expect(looks()).toBeLessThanOrEqual(21);
  expect(tries('192.0.2.9')).toBe(true);
  expect(tries(known)).toBe(true);
  expect(tries(own)).toBe(true);
});

test('a host has one share for all its addresses that are known, and guesses count by the address alone', async () => {
  const { clock, browsers, meet } = begin();
  const addresses = ['192.0.2.66', 'fd00::66', 'fe80::66%vlan1'];
  const shares = () => new Set(addresses.map((address) => browsers.visitor(undefined, address).share));
  for (const address of addresses) meet(FLOOD, address.replace(/%.*/, ''));
  expect(shares()).toEqual(new Set(['192.0.2.66', 'link fd00:0:0:0::/64', 'link fe80:0:0:0::/64%vlan1']));
  await settled();
  expect(shares()).toEqual(new Set([`station ${FLOOD}`]));
  expect(addresses.map((address) => browsers.visitor(undefined, address).key)).toEqual(addresses);
  browsers.remember(undefined, 'fd00::66');
  clock.advance(60_000);
  expect(browsers.visitor(undefined, 'fd00::66').share).toBe('fd00::66');
});

test('a station that is known is looked for again after half a minute, one that is not after a second', async () => {
  const clock = new ManualClock();
  let looks = 0;
  const stations = new LinkStations(clock, async () => {
    looks += 1;
    return [{ vlan: 1, address: '192.0.2.66', mac: FLOOD, origin: 'learned', state: 'reachable', age: 0 }];
  });
  const asks = async (address: string, after: number) => {
    clock.advance(after);
    const before = looks;
    stations.of(address);
    await settled();
    return looks > before;
  };
  expect(await asks('192.0.2.66', 0)).toBe(true);
  expect([await asks('192.0.2.66', 29_999), await asks('192.0.2.66', 1)]).toEqual([false, true]);
  expect([await asks('192.0.2.67', 999), await asks('192.0.2.67', 1)]).toEqual([false, true]);
});

test('a neighbor table that cannot be read makes nobody known, and is read again', async () => {
  const clock = new ManualClock();
  let isAway = true;
  const stations = new LinkStations(clock, async () => {
    if (isAway) throw new Error('no datapath');
    return [{ vlan: 1, address: '192.0.2.66', mac: FLOOD, origin: 'learned', state: 'reachable', age: 0 }];
  });
  expect(stations.of('192.0.2.66')).toBeUndefined();
  await settled();
  isAway = false;
  clock.advance(1_000);
  expect(stations.of('192.0.2.66')).toBeUndefined();
  await settled();
  expect(stations.of('192.0.2.66')).toBe(FLOOD);
});
