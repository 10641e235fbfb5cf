import { describe, expect, test } from 'vitest';
import { firstRouter } from './routers.ts';
import type { WantedAddress } from './state.ts';
import {
  AddressBench,
  advertised,
  claim,
  LINK_LOCAL,
  OTHER_MAC,
  OWN_MAC,
  prefix,
  question,
  ROUTER,
} from './testing.ts';

const SET = '2001:db8::10';
const OF_PREFIX = '2001:db8:1:0:211:22ff:feaa:bbcc';
const set = (address: string, anycast = false) => ({ address, prefix: 64, origin: 'manual', anycast }) as const;
const linkLocal = { address: LINK_LOCAL, prefix: 64, origin: 'linkLocal', anycast: false } as const;

/** An engine whose own addresses are in use. */
function settled(settings: ConstructorParameters<typeof AddressBench>[0] = {}): AddressBench {
  const bench = new AddressBench(settings);
  bench.configure();
  bench.pass(30);
  bench.sent = [];
  bench.news = [];
  return bench;
}

describe('duplicate address detection (RFC 4862 5.4)', () => {
  test('probes an address once, and uses it after a second without an answer', () => {
    const bench = new AddressBench();
    bench.configure();
    bench.pass(1);
    expect(bench.sent).toEqual(['report', `probe ${LINK_LOCAL}`]);
    expect(bench.addresses).toEqual([`${LINK_LOCAL} tentative`]);
    bench.pass(1);
    expect(bench.addresses).toEqual([`${LINK_LOCAL} preferred`]);
    expect(bench.sent).toEqual(['report', `probe ${LINK_LOCAL}`, `announce ${LINK_LOCAL}`]);
    expect(bench.state.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ['an answer', claim(SET)],
    ['the probe of another station', question(SET)],
  ])('does not use an address for which %s comes, and says whose it is', (_, frame) => {
    const bench = settled();
    bench.configure({ wanted: [linkLocal, set(SET)] });
    bench.hear(frame);
    bench.pass(30);
    expect(bench.standing(SET)).toBe('duplicate');
    expect(bench.standing(LINK_LOCAL)).toBe('preferred');
    expect(bench.news).toEqual([{ kind: 'duplicate', address: SET, mac: OTHER_MAC }]);
  });

  test.each([
    ['a question of one who has an address', question(SET, 'fe80::66')],
    ['an answer that a router forwarded', claim(SET, OTHER_MAC, 254)],
    ['what it sent itself', question(SET, '::', OWN_MAC)],
    ['an answer for another address', claim('2001:db8::11')],
  ])('is not misled by %s', (_, frame) => {
    const bench = settled();
    bench.configure({ wanted: [linkLocal, set(SET)] });
    bench.hear(frame);
    bench.pass(2);
    expect(bench.standing(SET)).toBe('preferred');
    expect(bench.news).toEqual([]);
  });

  test('looks every minute whether the other station is gone, and then takes the address', () => {
    const bench = settled();
    bench.configure({ wanted: [linkLocal, set(SET)] });
    bench.hear(claim(SET));
    bench.sent = [];
    for (let minute = 0; minute < 3; minute += 1) {
      bench.pass(60);
      bench.hear(claim(SET));
    }
    expect(bench.sent.filter((word) => word === `probe ${SET}`)).toHaveLength(3);
    expect(bench.standing(SET)).toBe('duplicate');
    bench.pass(62);
    expect(bench.standing(SET)).toBe('preferred');
    expect(bench.news.map(({ kind }) => kind)).toEqual(['duplicate', 'free']);
  });

  test('keeps an address in use that another one claims, answers once in ten seconds and tells it once a minute', () => {
    const bench = settled();
    for (let second = 0; second < 25; second += 1) {
      bench.hear(claim(LINK_LOCAL));
      bench.pass(1);
    }
    expect(bench.standing(LINK_LOCAL)).toBe('preferred');
    expect(bench.sent).toEqual(Array(3).fill(`announce ${LINK_LOCAL}`));
    expect(bench.news).toEqual([{ kind: 'claimed', address: LINK_LOCAL, mac: OTHER_MAC }]);
    bench.pass(61);
    expect(bench.state.addresses.get(LINK_LOCAL)?.claimedAt).toBe(Number.NEGATIVE_INFINITY);
    expect(bench.state.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  test('leaves anycast addresses alone: others have them, too', () => {
    const bench = settled();
    bench.configure({ wanted: [linkLocal, set(SET, true)] });
    expect(bench.standing(SET)).toBe('preferred');
    bench.hear(claim(SET));
    bench.pass(100);
    expect(bench.sent).toEqual([]);
    expect(bench.standing(SET)).toBe('preferred');
    expect(bench.news).toEqual([]);
  });

  test('ends with the address', () => {
    const bench = settled();
    bench.configure({ wanted: [linkLocal, set(SET)] });
    bench.configure({ wanted: [] });
    bench.sent = [];
    bench.pass(100);
    expect(bench.addresses).toEqual([]);
    expect(bench.sent).toEqual([]);
    expect(bench.state.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('router discovery (RFC 4861 6.3)', () => {
  test('asks the routers three times, from the link-local address once that is in use', () => {
    const bench = new AddressBench({ acceptsRouters: true });
    bench.configure();
    bench.pass(60);
    expect(bench.sent.filter((word) => word.startsWith('solicit'))).toEqual(
      Array(3).fill(`solicit from ${LINK_LOCAL}`),
    );
    bench.configure();
    bench.pass(60);
    expect(bench.sent.filter((word) => word.startsWith('solicit'))).toHaveLength(3);
    bench.tell({ kind: 'linkUp' });
    bench.pass(2);
    expect(bench.sent.filter((word) => word.startsWith('solicit'))).toHaveLength(4);
  });

  test('asks no more once one has answered, and never where routers are not believed', () => {
    const bench = new AddressBench({ acceptsRouters: true });
    bench.configure();
    bench.hear(advertised([]));
    bench.pass(60);
    expect(bench.sent.some((word) => word.startsWith('solicit'))).toBe(false);
    const silent = settled();
    silent.tell({ kind: 'linkUp' });
    silent.hear(advertised([prefix('2001:db8:1::')]));
    silent.pass(60);
    expect(silent.sent).toEqual([]);
    expect(silent.addresses).toEqual([`${LINK_LOCAL} preferred`]);
    expect(silent.state.routers.size).toBe(0);
  });

  test('keeps a router for its lifetime; lifetime 0 ends it at once', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([], { lifetime: 100 }));
    expect([...bench.state.routers.keys()]).toEqual([ROUTER]);
    bench.hear(advertised([], { lifetime: 0 }));
    expect(bench.state.routers.size).toBe(0);
    bench.hear(advertised([], { lifetime: 100 }));
    bench.pass(99);
    expect(bench.state.routers.size).toBe(1);
    bench.pass(1);
    expect(bench.state.routers.size).toBe(0);
    expect(bench.news.map(({ kind }) => kind)).toEqual(['router', 'routerGone', 'router', 'routerGone']);
  });

  test('goes by the router of the highest preference (RFC 4191), of several by the first', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([], { source: 'fe80::1', preference: -1 }));
    bench.hear(advertised([], { source: 'fe80::2' }));
    bench.hear(advertised([], { source: 'fe80::3' }));
    expect(firstRouter(bench.state.routers.values())?.address).toBe('fe80::2');
    bench.hear(advertised([], { source: 'fe80::4', preference: 1 }));
    expect(firstRouter(bench.state.routers.values())?.address).toBe('fe80::4');
  });

  test.each([
    ['comes from no link-local address', advertised([prefix('2001:db8:1::')], { source: '2001:db8::1' })],
    ['was forwarded', advertised([prefix('2001:db8:1::')], { hopLimit: 254 })],
  ])('does not believe an advertisement that %s', (_, frame) => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(frame);
    bench.pass(5);
    expect(bench.addresses).toEqual([`${LINK_LOCAL} preferred`]);
    expect(bench.state.routers.size).toBe(0);
  });

  test('holds four routers and eight addresses, however many are advertised', () => {
    const bench = settled({ acceptsRouters: true });
    for (let number = 1; number <= 300; number += 1) {
      const text = number.toString(16);
      bench.hear(advertised([prefix(`2001:db8:${text}::`)], { source: `fe80::${text}` }));
    }
    bench.pass(5);
    expect(bench.state.addresses.size).toBe(9);
    expect(bench.state.routers.size).toBe(4);
    expect(bench.news.filter(({ kind }) => kind === 'full')).toHaveLength(1);
    const more = [...Array(8).keys()].map((last) => set(`2001:db8:ffff::${last + 1}`));
    bench.configure({ wanted: [linkLocal, ...more] });
    expect(bench.state.addresses.size).toBe(9);
    expect([...bench.state.addresses.values()].filter(({ origin }) => origin === 'router')).toEqual([]);
  });
});

describe('addresses of prefixes (RFC 4862 5.5)', () => {
  test('are made of the MAC address, probed, and go with their time', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 200, preferredLifetime: 100 })]));
    expect(bench.standing(OF_PREFIX)).toBe('tentative');
    bench.pass(3);
    expect(bench.standing(OF_PREFIX)).toBe('preferred');
    expect(bench.sent).toContain(`probe ${OF_PREFIX}`);
    bench.pass(100);
    expect(bench.standing(OF_PREFIX)).toBe('deprecated');
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 200, preferredLifetime: 100 })]));
    expect(bench.standing(OF_PREFIX)).toBe('preferred');
    bench.pass(200);
    expect(bench.standing(OF_PREFIX)).toBeUndefined();
    const kinds = bench.news.map(({ kind }) => kind).filter((kind) => !kind.startsWith('router'));
    expect(kinds).toEqual(['gained', 'expired']);
  });

  test.each([
    ['one that is not to be used so', prefix('2001:db8:1::', { autonomous: false })],
    ['one of another length', prefix('2001:db8:1::', { length: 48 })],
    ['one of no time', prefix('2001:db8:1::', { validLifetime: 0, preferredLifetime: 0 })],
    ['one preferred for longer than it is valid', prefix('2001:db8:1::', { validLifetime: 10, preferredLifetime: 20 })],
    ['the link-local one', prefix('fe80::')],
    ['one of groups', prefix('ff00::')],
  ])('are not made of %s', (_, offered) => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([offered]));
    bench.pass(5);
    expect(bench.addresses).toEqual([`${LINK_LOCAL} preferred`]);
  });

  test('stand alone where the prefix is not on the link', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([prefix('2001:db8:1::', { onLink: false })]));
    expect(bench.state.addresses.get(OF_PREFIX)?.prefix).toBe(128);
  });

  test('are shortened to more than two hours at once, and to two hours by anything less (5.5.3 e)', () => {
    const bench = settled({ acceptsRouters: true });
    const lasts = (validLifetime: number) => {
      bench.hear(advertised([prefix('2001:db8:1::', { validLifetime, preferredLifetime: 0 })]));
      return ((bench.state.addresses.get(OF_PREFIX)?.validUntil ?? 0) - bench.now) / 1000;
    };
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 90_000, preferredLifetime: 90_000 })]));
    bench.pass(5);
    expect([lasts(7202), lasts(7201), lasts(7200), lasts(7199)]).toEqual([7202, 7201, 7200, 7200]);
    // What is left is less by now, and a little more is believed.
    bench.pass(100);
    expect([lasts(10), lasts(7101), lasts(50)]).toEqual([7100, 7101, 7101]);
  });

  test('are not taken away by one forged advertisement: two hours are left (5.5.3 e)', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([prefix('2001:db8:1::')]));
    bench.pass(5);
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 0, preferredLifetime: 0 })]));
    expect(bench.standing(OF_PREFIX)).toBe('deprecated');
    bench.pass(7195);
    expect(bench.standing(OF_PREFIX)).toBe('deprecated');
    bench.pass(10);
    expect(bench.standing(OF_PREFIX)).toBeUndefined();
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 600, preferredLifetime: 600 })]));
    bench.pass(300);
    bench.hear(advertised([prefix('2001:db8:1::', { validLifetime: 10, preferredLifetime: 10 })]));
    bench.pass(290);
    expect(bench.standing(OF_PREFIX)).toBeDefined();
    bench.pass(11);
    expect(bench.standing(OF_PREFIX)).toBeUndefined();
  });

  test('end at once where routers are not believed any more', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([prefix('2001:db8:1::')]));
    bench.pass(5);
    bench.configure({ acceptsRouters: false });
    expect(bench.addresses).toEqual([`${LINK_LOCAL} preferred`]);
    expect(bench.state.routers.size).toBe(0);
  });

  test('that are also set are the set ones', () => {
    const bench = settled({ acceptsRouters: true, wanted: [linkLocal, set(OF_PREFIX)] });
    bench.hear(advertised([prefix('2001:db8:1::')]));
    expect(bench.state.addresses.get(OF_PREFIX)).toMatchObject({
      origin: 'manual',
      validUntil: Number.POSITIVE_INFINITY,
    });
  });
});

describe('addresses of a DHCPv6 server', () => {
  const leased = (columns: Partial<WantedAddress> = {}): WantedAddress => ({
    address: '2001:db8:9::77',
    prefix: 128,
    origin: 'dhcp',
    anycast: false,
    ...columns,
  });

  test('have their neighbours by the longest prefix that a router says is on the link, as long as it says so', () => {
    const bench = settled({ acceptsRouters: true, makesAddresses: false, wanted: [linkLocal, leased()] });
    const length = () => bench.state.addresses.get('2001:db8:9::77')?.prefix;
    expect(length()).toBe(128);
    const own = (columns: object) => prefix('2001:db8:9::', { autonomous: false, ...columns });
    bench.hear(advertised([own({ onLink: false })]));
    expect(length()).toBe(128);
    bench.hear(advertised([prefix('2001:db8::', { length: 32, autonomous: false }), own({ validLifetime: 100 })]));
    expect(length()).toBe(64);
    bench.pass(101);
    expect(length()).toBe(32);
    bench.configure({ wanted: [linkLocal, leased()] });
    expect(length()).toBe(32);
    expect(bench.addresses).toEqual([`${LINK_LOCAL} preferred`, '2001:db8:9::77 preferred']);
  });

  test('begin no connection once their server says so, and do again when it gives them longer', () => {
    const bench = settled();
    const preferredUntil = bench.now + 50_000;
    bench.configure({ wanted: [linkLocal, leased({ preferredUntil })] });
    bench.pass(49);
    expect(bench.standing('2001:db8:9::77')).toBe('preferred');
    bench.pass(2);
    expect(bench.standing('2001:db8:9::77')).toBe('deprecated');
    bench.configure({ wanted: [linkLocal, leased({ preferredUntil: bench.now + 50_000 })] });
    expect(bench.standing('2001:db8:9::77')).toBe('preferred');
  });

  test('leave no address of a prefix behind where routers are followed for the way out alone', () => {
    const bench = settled({ acceptsRouters: true });
    bench.hear(advertised([prefix('2001:db8:1::')]));
    bench.pass(5);
    expect(bench.standing(OF_PREFIX)).toBe('preferred');
    bench.configure({ makesAddresses: false });
    expect(bench.standing(OF_PREFIX)).toBeUndefined();
    expect(bench.state.routers.size).toBe(1);
  });
});
