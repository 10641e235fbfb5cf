import { describe, expect, test } from 'vitest';
import { addressOption, DhcpOption } from '../dhcp/options.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { hasRoomFor } from './room.ts';
import { type SnoopingEvent, stepSnooping } from './snooping.ts';
import { type Binding, idleSnooping, noDrops, type SnoopingSettings, stationKey } from './state.ts';
import { clientSays, number, serverSays } from './testing.ts';

const ANNA = '02-00-00-00-00-0A';
const BERT = '02-00-00-00-00-0B';
const HOUR = 3_600_000;

/** Ports 1 to 6, of which 1 is trusted and 4 and 5 are trunk 1; VLANs 10 and 20. */
const settings: SnoopingSettings = {
  vlans: new Set([10, 20]),
  bridgePorts: new Map([1, 2, 3, 4, 5, 6].map((port) => [port, port === 4 || port === 5 ? 5001 : port])),
  trusted: new Set([1]),
  rates: new Map(),
  verifiesMac: true,
  acceptsRelayed: false,
  statics: new Map(),
  capacity: 512,
};

function fixed(mac: string, address: string, port: number): Binding {
  const endless = Number.POSITIVE_INFINITY;
  return { vlan: 10, mac, address, port, leaseTime: endless, expiresAt: endless };
}

function snooping(change: Partial<SnoopingSettings> = {}) {
  let own = { ...settings, ...change };
  let state = idleSnooping;
  const news: unknown[] = [];
  const feed = (event: SnoopingEvent) => {
    const step = stepSnooping(own, state, event, SOME_MOMENT + snoop.now);
    state = step.state;
    if (step.news) news.push(step.news);
    return step.forward;
  };
  const snoop = {
    /** Milliseconds since the beginning. */
    now: 0,
    news,
    feed,
    hears: (port: number, octets: Uint8Array, vlan = 10) => feed({ kind: 'frame', vlan, port, octets }),
    /** A lease from the first word to the last. */
    leases(port: number, mac: string, address: string, options: readonly (readonly [number, Uint8Array])[] = []) {
      snoop.hears(port, clientSays('request', mac, { transaction: 7 }));
      return snoop.hears(1, serverSays('ack', mac, address, { transaction: 7, options }));
    },
    configure(next: Partial<SnoopingSettings>) {
      own = { ...own, ...next };
      feed({ kind: 'configure' });
    },
    table: () =>
      [...state.bindings.values()].map(({ vlan, mac, address, port }) => `${vlan} ${mac} ${address} ${port}`),
    drops: () => Object.fromEntries(Object.entries(state.drops).filter(([, count]) => count > 0)),
    state: () => state,
  };
  return snoop;
}

describe('at untrusted ports', () => {
  test.each(['offer', 'ack', 'nak'] as const)('a server’s %s is heard by nobody, and told of', (type) => {
    const snoop = snooping();
    expect(snoop.hears(3, serverSays(type, ANNA, '192.0.2.66', { sender: BERT }))).toBe('nowhere');
    expect(snoop.drops()).toEqual({ serverFromUntrusted: 1 });
    expect(snoop.news).toEqual([{ kind: 'server', vlan: 10, port: 3, mac: BERT }]);
  });

  // Those of leases that are asked for (RFC 4388 6.1) beside the common ones.
  test.each([2, 5, 6, 11, 12, 13])(
    'an answer of a server, of type %i, that says it were a question is one still',
    (type) => {
      const snoop = snooping();
      const options = [[DhcpOption.messageType, Uint8Array.of(type)]] as const;
      expect(snoop.hears(3, clientSays('request', ANNA, { options }))).toBe('nowhere');
      expect(snoop.drops()).toEqual({ serverFromUntrusted: 1 });
    },
  );

  test.each(['discover', 'request', 'inform'] as const)('a client’s %s goes to trusted ports alone', (type) => {
    expect(snooping().hears(2, clientSays(type, ANNA))).toBe('trusted');
  });

  test('a client speaks for itself alone, unless that is not looked at', () => {
    const forged = clientSays('discover', ANNA, { sender: BERT });
    const snoop = snooping();
    expect(snoop.hears(2, forged)).toBe('nowhere');
    expect(snoop.drops()).toEqual({ macMismatch: 1 });
    expect(snooping({ verifiesMac: false }).hears(2, forged)).toBe('trusted');
  });

  test('what a relay agent passed on is let in only where that is wanted', () => {
    const marked = clientSays('discover', ANNA, { options: [[DhcpOption.relayInformation, Uint8Array.of(1, 1, 9)]] });
    const relayed = clientSays('discover', ANNA, { sender: BERT, message: { relayAddress: '192.0.2.9' } });
    const snoop = snooping();
    expect([marked, relayed].map((octets) => snoop.hears(2, octets))).toEqual(['nowhere', 'nowhere']);
    expect(snoop.drops()).toEqual({ relayed: 2 });
    const lenient = snooping({ acceptsRelayed: true });
    expect([marked, relayed].map((octets) => lenient.hears(2, octets))).toEqual(['trusted', 'trusted']);
  });

  test('what is damaged goes no further', () => {
    const snoop = snooping();
    expect(snoop.hears(2, clientSays('discover', ANNA).subarray(0, 200))).toBe('nowhere');
    expect(snoop.drops()).toEqual({ malformed: 1 });
  });

  test('no more is let in than the rate of the port, that of another being its own', () => {
    const snoop = snooping({ rates: new Map([[2, 3]]) });
    const say = (port: number) => snoop.hears(port, clientSays('discover', ANNA));
    expect([2, 2, 2, 2, 3].map(say)).toEqual(['trusted', 'trusted', 'trusted', 'nowhere', 'trusted']);
    snoop.now = 400;
    expect([2, 2].map(say)).toEqual(['trusted', 'nowhere']);
    expect(snoop.drops()).toEqual({ overRate: 2 });
  });
});

test('elsewhere nothing is looked at', () => {
  const snoop = snooping();
  expect(snoop.hears(3, serverSays('ack', ANNA, '192.0.2.66'), 30)).toBe('everywhere');
  expect(snoop.hears(1, new Uint8Array(80))).toBe('everywhere');
  expect(snoop.hears(1, clientSays('discover', ANNA))).toBe('trusted');
  expect(snoop.drops()).toEqual({});
});

describe('a binding', () => {
  test('is made by the answer to whoever asked, behind the port where he asked', () => {
    const snoop = snooping();
    snoop.hears(2, pushTag(clientSays('discover', ANNA), 10));
    expect(snoop.hears(1, serverSays('offer', ANNA, '192.0.2.10'))).toBe('everywhere');
    expect(snoop.table()).toEqual([]);
    expect(snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10'))).toBe('everywhere');
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 2`]);
  });

  test('of two ports that ask alike is behind the one that asked last', () => {
    const snoop = snooping();
    for (const [at, port] of [3, 2, 6].entries()) {
      snoop.now = 1000 * at;
      snoop.hears(port, clientSays('request', ANNA, { transaction: 7 }));
    }
    snoop.now = 3000;
    snoop.hears(2, clientSays('request', ANNA, { transaction: 7 }));
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 7 }));
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 2`]);
  });

  test('is not made by an answer to nobody, to another question, to INFORM, or behind a trusted port', () => {
    const snoop = snooping();
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10'));
    snoop.hears(2, clientSays('request', ANNA, { transaction: 1 }));
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 2 }));
    snoop.hears(1, serverSays('ack', ANNA, '0.0.0.0', { transaction: 1 }));
    snoop.now = 60_001;
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 1 }));
    snoop.hears(1, clientSays('request', BERT));
    snoop.hears(1, serverSays('ack', BERT, '192.0.2.11'));
    // A lease of no time at all is none.
    snoop.leases(3, BERT, '192.0.2.11', [[DhcpOption.leaseTime, number(0)]]);
    expect(snoop.table()).toEqual([]);
  });

  test('ends with its lease, which an answer renews', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    expect(snoop.state().wakeAt).toBe(SOME_MOMENT + HOUR);
    snoop.now = HOUR / 2;
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.now = HOUR;
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toHaveLength(1);
    snoop.now = HOUR * 1.5;
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toEqual([]);
    expect(snoop.state().wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  test('of a lease for ever never ends', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10', [[DhcpOption.leaseTime, number(0xffff_ffff)]]);
    snoop.now = 1e12;
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toHaveLength(1);
  });

  test('is given back by its own station alone', () => {
    const release = (mac: string, address: string, sender = mac) =>
      clientSays('release', mac, { sender, message: { clientAddress: address } });
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    // From another port, and from a station that names its own hardware but Anna's address.
    expect(snoop.hears(3, release(ANNA, '192.0.2.10'))).toBe('nowhere');
    expect(snoop.hears(3, release(BERT, '192.0.2.10'))).toBe('nowhere');
    expect(snoop.drops()).toEqual({ badRelease: 2 });
    // Of another address than hers: the server looks into it, and hers stays.
    expect(snoop.hears(2, release(ANNA, '192.0.2.99'))).toBe('trusted');
    expect(snoop.table()).toHaveLength(1);
    expect(snoop.hears(2, release(ANNA, '192.0.2.10'))).toBe('trusted');
    expect(snoop.table()).toEqual([]);
    expect(snoop.hears(3, release(BERT, '192.0.2.77'))).toBe('trusted');
  });

  test('is declined by its own station alone', () => {
    const decline = (mac: string, more: readonly number[] = []) => {
      const address = Uint8Array.of(...addressOption('192.0.2.10'), ...more);
      return clientSays('decline', mac, { options: [[DhcpOption.requestedAddress, address]] });
    };
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    expect(snoop.hears(3, decline(BERT))).toBe('nowhere');
    // Five octets are no address.
    expect(snoop.hears(2, decline(ANNA, [0]))).toBe('trusted');
    expect(snoop.table()).toHaveLength(1);
    expect(snoop.hears(2, decline(ANNA))).toBe('trusted');
    expect(snoop.table()).toEqual([]);
  });

  test('ends by a refusal to its own station, and not by one that somebody else provoked', () => {
    const snoop = snooping({ verifiesMac: false });
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.hears(3, clientSays('request', ANNA, { transaction: 9, sender: BERT }));
    expect(snoop.hears(1, serverSays('nak', ANNA, '0.0.0.0', { transaction: 9 }))).toBe('everywhere');
    expect(snoop.table()).toHaveLength(1);
    snoop.hears(2, clientSays('request', ANNA, { transaction: 10 }));
    snoop.hears(1, serverSays('nak', ANNA, '0.0.0.0', { transaction: 10 }));
    expect(snoop.table()).toEqual([]);
  });

  test('moves with its station, and an address goes over to whom the server gives it', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.leases(6, ANNA, '192.0.2.10');
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 6`]);
    snoop.leases(3, BERT, '192.0.2.10');
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.10 3`]);
  });

  test('of an administrator is never replaced by what is learnt', () => {
    const statics = new Map([[stationKey(10, ANNA), fixed(ANNA, '192.0.2.10', 2)]]);
    const snoop = snooping({ statics });
    snoop.leases(2, ANNA, '192.0.2.10');
    expect(snoop.news).toEqual([]);
    snoop.leases(3, BERT, '192.0.2.10');
    snoop.leases(3, ANNA, '192.0.2.12');
    snoop.leases(3, ANNA, '192.0.2.10');
    expect(snoop.table()).toEqual([]);
    expect(snoop.news).toEqual([
      { kind: 'contested', vlan: 10, mac: BERT, address: '192.0.2.10' },
      { kind: 'contested', vlan: 10, mac: ANNA, address: '192.0.2.12' },
      // The right address, but behind another port than it is bound to.
      { kind: 'contested', vlan: 10, mac: ANNA, address: '192.0.2.10' },
    ]);
    const late = snooping();
    late.leases(3, BERT, '192.0.2.10');
    late.configure({ statics });
    expect(late.table()).toEqual([]);
    const elsewhere = snooping();
    elsewhere.leases(3, BERT, '192.0.2.10');
    elsewhere.configure({ statics: new Map([[stationKey(20, ANNA), { ...fixed(ANNA, '192.0.2.10', 2), vlan: 20 }]]) });
    expect(elsewhere.table()).toEqual([`10 ${BERT} 192.0.2.10 3`]);
  });

  test('of a trunk holds by whichever member its station is heard', () => {
    const snoop = snooping();
    snoop.leases(5001, ANNA, '192.0.2.10');
    snoop.hears(5001, clientSays('release', ANNA, { message: { clientAddress: '192.0.2.10' } }));
    expect(snoop.drops()).toEqual({});
    expect(snoop.table()).toEqual([]);
  });

  test('goes with its VLAN, and where its port is trusted', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.leases(3, BERT, '192.0.2.11');
    snoop.configure({ trusted: new Set([1, 2]) });
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.11 3`]);
    snoop.configure({ vlans: new Set([20]) });
    expect(snoop.table()).toEqual([]);
  });

  test('of before a restart comes back, but not against what was heard since', () => {
    const snoop = snooping();
    snoop.leases(3, BERT, '192.0.2.10');
    const ends = { leaseTime: 3600, expiresAt: SOME_MOMENT + HOUR };
    snoop.feed({
      kind: 'restore',
      bindings: [
        { vlan: 10, mac: ANNA, address: '192.0.2.10', port: 2, ...ends },
        { vlan: 10, mac: BERT, address: '192.0.2.99', port: 2, ...ends },
        { vlan: 20, mac: ANNA, address: '192.0.2.20', port: 2, ...ends },
        { vlan: 30, mac: ANNA, address: '192.0.2.30', port: 2, ...ends },
        { vlan: 20, mac: BERT, address: '192.0.2.21', port: 1, ...ends },
        { vlan: 20, mac: BERT, address: '192.0.2.22', port: 2, leaseTime: 3600, expiresAt: SOME_MOMENT },
      ],
    });
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.10 3`, `20 ${ANNA} 192.0.2.20 2`]);
    expect(snoop.state().wakeAt).toBe(SOME_MOMENT + HOUR);
  });

  test.each<[string, (snoop: ReturnType<typeof snooping>) => void]>([
    ['released', (snoop) => snoop.hears(2, clientSays('release', ANNA, { message: { clientAddress: '192.0.2.10' } }))],
    [
      'declined',
      (snoop) => {
        const options = [[DhcpOption.requestedAddress, addressOption('192.0.2.10')]] as const;
        snoop.hears(2, clientSays('decline', ANNA, { options }));
      },
    ],
    [
      'refused',
      (snoop) => {
        snoop.hears(2, clientSays('request', ANNA, { transaction: 9 }));
        snoop.hears(1, serverSays('nak', ANNA, '0.0.0.0', { transaction: 9 }));
      },
    ],
    [
      'configured',
      (snoop) => {
        const own = fixed(ANNA, '192.0.2.10', 2);
        snoop.configure({ statics: new Map([10, 30].map((vlan) => [stationKey(vlan, ANNA), { ...own, vlan }])) });
      },
    ],
  ])('ends once it is %s, and that of nobody else with it', (_how, ends) => {
    const snoop = snooping();
    const carl = '02-00-00-00-00-0C';
    snoop.leases(6, carl, '192.0.2.12', [[DhcpOption.leaseTime, number(1800)]]);
    // The same address in another VLAN is another one.
    snoop.hears(3, clientSays('request', BERT), 20);
    snoop.hears(1, serverSays('ack', BERT, '192.0.2.10'), 20);
    const others = [`10 ${carl} 192.0.2.12 6`, `20 ${BERT} 192.0.2.10 3`];
    expect(snoop.table()).toEqual(others);
    snoop.leases(2, ANNA, '192.0.2.10');
    ends(snoop);
    expect(snoop.table()).toEqual(others);
    expect(snoop.drops()).toEqual({});
    snoop.now = snoop.state().wakeAt - SOME_MOMENT;
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toEqual(others.slice(1));
  });

  test('is forgotten where that is asked for', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.leases(3, BERT, '192.0.2.11');
    snoop.feed({ kind: 'forget', stations: [stationKey(10, ANNA)] });
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.11 3`]);
  });
});

describe('who asks under many names', () => {
  const station = (at: number) =>
    `02-00-00-00-${(at >> 8).toString(16).padStart(2, '0').toUpperCase()}-${(at & 255).toString(16).padStart(2, '0').toUpperCase()}`;

  test('fills no room that is kept for other ports, and is told of', () => {
    const snoop = snooping({ capacity: 30 });
    for (let at = 256; at < 300; at += 1) snoop.leases(2, station(at), `192.0.2.${at - 200}`);
    // Four are kept for each of ports 3 and 6 and the trunk.
    expect(snoop.table()).toHaveLength(18);
    expect(snoop.drops()).toEqual({ tableFull: 26 });
    expect(snoop.news).toHaveLength(26);
    for (let at = 0; at < 4; at += 1) expect(snoop.leases(3, station(at), `198.51.100.${at}`)).toBe('everywhere');
    expect(snoop.leases(3, station(9), '198.51.100.9')).toBe('nowhere');
    expect(snoop.leases(6, ANNA, '198.51.100.10')).toBe('everywhere');
    // A station with a binding keeps and renews it.
    expect(snoop.leases(2, station(256), '192.0.2.56')).toBe('everywhere');
  });

  test('finds no room in a full table, not even at a port without any', () => {
    const snoop = snooping({ capacity: 2, statics: new Map([[stationKey(10, ANNA), fixed(ANNA, '192.0.2.10', 2)]]) });
    expect(snoop.leases(3, BERT, '192.0.2.11')).toBe('everywhere');
    expect(snoop.leases(6, station(1), '192.0.2.12')).toBe('nowhere');
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.11 3`]);
  });

  test('makes nobody at another port be forgotten', () => {
    const snoop = snooping();
    snoop.hears(3, clientSays('request', BERT, { transaction: 3 }));
    for (let at = 0; at < 1000; at += 1) snoop.hears(2, clientSays('request', station(at)));
    expect([...(snoop.state().requests.get(2)?.keys() ?? [])]).toHaveLength(64);
    snoop.hears(1, serverSays('ack', BERT, '192.0.2.11', { transaction: 3 }));
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.11 3`]);
    // Of its own port those who asked last are remembered.
    for (const at of [999, 936, 935]) snoop.hears(1, serverSays('ack', station(at), `198.51.100.${at - 900}`));
    expect(snoop.table().slice(1)).toEqual([
      `10 ${station(999)} 198.51.100.99 2`,
      `10 ${station(936)} 198.51.100.36 2`,
    ]);
  });

  test('fills the whole table where the others have what is kept for them', () => {
    const snoop = snooping({ capacity: 512 });
    for (let at = 0; at < 512; at += 1) {
      snoop.leases([2, 3, 6, 5001][at % 4] ?? 2, station(at), `10.0.${at >> 8}.${at & 255}`);
    }
    expect(snoop.table()).toHaveLength(512);
    expect(snoop.leases(2, station(999), '10.9.9.9')).toBe('nowhere');
  });
});

describe('at its edges', () => {
  const lease = (seconds: number) => [[DhcpOption.leaseTime, number(seconds)]] as const;
  const releases = (mac: string, clientAddress: string) => clientSays('release', mac, { message: { clientAddress } });

  test('types 10 and 14 are those of clients', () => {
    const types = [10, 11, 13, 14].map((type) => {
      const options = [[DhcpOption.messageType, Uint8Array.of(type)]] as const;
      return snooping().hears(2, clientSays('request', ANNA, { options }));
    });
    expect(types).toEqual(['trusted', 'nowhere', 'nowhere', 'trusted']);
  });

  test('each drop is counted once and in its own column, and none by what passes', () => {
    const snoop = snooping({ capacity: 1 });
    snoop.hears(2, clientSays('discover', ANNA));
    expect(snoop.state().drops).toEqual(noDrops);
    snoop.hears(3, serverSays('offer', ANNA, '192.0.2.66', { sender: BERT }));
    snoop.hears(2, clientSays('discover', ANNA, { sender: BERT }));
    snoop.hears(2, clientSays('discover', ANNA, { message: { relayAddress: '192.0.2.9' } }));
    snoop.hears(2, Uint8Array.of(1, 2, 3));
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.hears(3, releases(ANNA, '192.0.2.10'));
    snoop.leases(3, BERT, '192.0.2.11');
    expect(snoop.state().drops).toEqual({
      ...noDrops,
      ...{ serverFromUntrusted: 1, macMismatch: 1, relayed: 1, malformed: 1, badRelease: 1, tableFull: 1 },
    });
    expect(snoop.news).toEqual([
      { kind: 'server', vlan: 10, port: 3, mac: BERT },
      { kind: 'full', vlan: 10, port: 3, mac: BERT },
    ]);
  });

  test('a rate is refilled message by message, and never above a second’s worth', () => {
    const snoop = snooping({ rates: new Map([[2, 4]]) });
    const heard = (times: number) =>
      Array.from({ length: times }, () => snoop.hears(2, clientSays('discover', ANNA))).filter((to) => to === 'trusted')
        .length;
    expect(heard(6)).toBe(4);
    snoop.now += 249;
    expect(heard(1)).toBe(0);
    snoop.now += 251;
    expect(heard(3)).toBe(2);
    snoop.now += 10_000;
    expect(heard(6)).toBe(4);
    expect(snoop.drops()).toEqual({ overRate: 6 });
  });

  test('a trusted port has its rate, too, and it does not depend on what is heard', () => {
    const snoop = snooping({ rates: new Map([[1, 1]]) });
    expect(snoop.hears(1, clientSays('discover', ANNA))).toBe('trusted');
    expect(snoop.hears(1, serverSays('offer', ANNA, '192.0.2.10'))).toBe('nowhere');
  });

  test('at a trusted port what is no whole message passes like any other frame', () => {
    expect(snooping().hears(1, Uint8Array.of(1, 2, 3))).toBe('everywhere');
  });

  test('an answer without a lease, of no seconds, or with no address makes no binding', () => {
    const without = { options: new Map([[DhcpOption.messageType, Uint8Array.of(5)]]) };
    for (const answer of [
      serverSays('ack', ANNA, '192.0.2.10', { transaction: 7, message: without }),
      serverSays('ack', ANNA, '192.0.2.10', { transaction: 7, options: lease(0) }),
      serverSays('ack', ANNA, '0.0.0.0', { transaction: 7 }),
      serverSays('offer', ANNA, '192.0.2.10', { transaction: 7 }),
    ]) {
      const snoop = snooping();
      snoop.hears(2, clientSays('request', ANNA, { transaction: 7 }));
      expect(snoop.hears(1, answer)).toBe('everywhere');
      expect(snoop.table()).toEqual([]);
    }
  });

  test('a binding ends to the millisecond, and is waited for until then', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10', lease(60));
    snoop.leases(3, BERT, '192.0.2.11', lease(30));
    expect(snoop.state().wakeAt).toBe(SOME_MOMENT + 30_000);
    snoop.now = 29_999;
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toHaveLength(2);
    snoop.now = 30_000;
    const { revision } = snoop.state();
    snoop.feed({ kind: 'wake' });
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 2`]);
    expect([snoop.state().wakeAt, snoop.state().revision]).toEqual([SOME_MOMENT + 60_000, revision + 1]);
    expect([...snoop.state().bindings.values()].map(({ leaseTime }) => leaseTime)).toEqual([60]);
  });

  test('the greatest lease that is not for ever ends', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10', lease(0xffff_fffe));
    expect(snoop.state().wakeAt).toBe(SOME_MOMENT + 0xffff_fffe * 1000);
  });

  test('an answer that nobody waits for renews the same address only', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10', lease(60));
    snoop.now = 50_000;
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 99, options: lease(60) }));
    expect([...snoop.state().bindings.values()].map(({ expiresAt }) => expiresAt)).toEqual([SOME_MOMENT + 110_000]);
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.77', { transaction: 99, options: lease(60) }));
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 2`]);
  });

  test('a port that became trusted between question and answer gets no binding', () => {
    const snoop = snooping();
    snoop.hears(2, clientSays('request', ANNA, { transaction: 7 }));
    snoop.configure({ trusted: new Set([1, 2]) });
    expect(snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 7 }))).toBe('everywhere');
    expect(snoop.table()).toEqual([]);
  });

  test('a station with a binding releases at another port not even an address of nobody', () => {
    for (const statics of [
      new Map<string, Binding>(),
      new Map([[stationKey(10, ANNA), fixed(ANNA, '192.0.2.10', 2)]]),
    ]) {
      const snoop = snooping({ statics });
      snoop.leases(2, ANNA, '192.0.2.10');
      expect(snoop.hears(3, releases(ANNA, '192.0.2.99'))).toBe('nowhere');
      expect(snoop.hears(2, releases(ANNA, '192.0.2.99'))).toBe('trusted');
      expect(snoop.drops()).toEqual({ badRelease: 1 });
      expect(snoop.table()).toHaveLength(statics.size === 0 ? 1 : 0);
    }
  });

  test('an address that an administrator bound is released by its station only', () => {
    const snoop = snooping({ statics: new Map([[stationKey(10, BERT), fixed(BERT, '192.0.2.11', 3)]]) });
    expect(snoop.hears(2, releases(ANNA, '192.0.2.11'))).toBe('nowhere');
    expect(snoop.hears(3, releases(BERT, '192.0.2.11'))).toBe('trusted');
  });

  test('a release in one VLAN leaves the binding of another', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.hears(2, clientSays('request', ANNA, { transaction: 8 }), 20);
    snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 8 }), 20);
    expect(snoop.hears(2, releases(ANNA, '192.0.2.10'), 20)).toBe('trusted');
    expect(snoop.table()).toEqual([`10 ${ANNA} 192.0.2.10 2`]);
  });

  test('a binding named by a member of a trunk is that of the trunk', () => {
    const snoop = snooping();
    const { expiresAt, ...one } = fixed(ANNA, '192.0.2.10', 4);
    snoop.feed({ kind: 'restore', bindings: [{ ...one, leaseTime: 3600, expiresAt: SOME_MOMENT + HOUR }] });
    expect(expiresAt).toBe(Number.POSITIVE_INFINITY);
    expect(snoop.hears(3, releases(ANNA, '192.0.2.10'))).toBe('nowhere');
    expect(snoop.hears(5001, releases(ANNA, '192.0.2.10'))).toBe('trusted');
    expect(snoop.table()).toEqual([]);
  });

  test.each([
    ['another station', fixed(BERT, '192.0.2.10', 2)],
    ['another address', fixed(ANNA, '192.0.2.99', 2)],
    ['another port', fixed(ANNA, '192.0.2.10', 3)],
  ])('a lease is contested that an administrator bound to %s', (_what, binding) => {
    const snoop = snooping({ statics: new Map([[stationKey(10, binding.mac), binding]]) });
    expect(snoop.leases(2, ANNA, '192.0.2.10')).toBe('everywhere');
    expect(snoop.news).toEqual([{ kind: 'contested', vlan: 10, mac: ANNA, address: '192.0.2.10' }]);
    expect(snoop.table()).toEqual([]);
  });

  test('a lease is not contested that is as bound, nor one in another VLAN', () => {
    const snoop = snooping({ statics: new Map([[stationKey(10, ANNA), fixed(ANNA, '192.0.2.10', 2)]]) });
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.hears(3, clientSays('request', BERT, { transaction: 8 }), 20);
    snoop.hears(1, serverSays('ack', BERT, '192.0.2.10', { transaction: 8 }), 20);
    expect([snoop.news, snoop.table()]).toEqual([[], [`20 ${BERT} 192.0.2.10 3`]]);
  });

  test('bindings of an administrator end learned ones of the same address, VLAN by VLAN', () => {
    const learned = () => {
      const snoop = snooping();
      snoop.leases(2, ANNA, '192.0.2.10');
      snoop.hears(2, clientSays('request', ANNA, { transaction: 8 }), 20);
      snoop.hears(1, serverSays('ack', ANNA, '192.0.2.10', { transaction: 8 }), 20);
      return snoop;
    };
    const ten = fixed(BERT, '192.0.2.10', 3);
    const both = new Map([ten, { ...ten, vlan: 20 }].map((one) => [stationKey(one.vlan, one.mac), one]));
    const [one, two] = [learned(), learned()];
    one.configure({ statics: new Map([[stationKey(10, BERT), ten]]) });
    expect(one.table()).toEqual([`20 ${ANNA} 192.0.2.10 2`]);
    two.configure({ statics: both });
    expect(two.table()).toEqual([]);
  });

  test('a change that concerns no binding keeps all, and the rates that go on', () => {
    const snoop = snooping({
      rates: new Map([
        [2, 2],
        [3, 2],
      ]),
    });
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.hears(2, clientSays('discover', ANNA));
    for (let at = 0; at < 2; at += 1) snoop.hears(3, clientSays('discover', BERT));
    snoop.configure({ rates: new Map([[2, 2]]) });
    expect(snoop.table()).toHaveLength(1);
    expect(snoop.hears(2, clientSays('discover', ANNA))).toBe('nowhere');
    snoop.configure({
      rates: new Map([
        [2, 2],
        [3, 2],
      ]),
    });
    expect(snoop.hears(3, clientSays('discover', BERT))).toBe('trusted');
  });

  test('a refusal to a station ends its binding in that VLAN only, and none behind another port', () => {
    const snoop = snooping();
    snoop.leases(2, ANNA, '192.0.2.10');
    snoop.leases(3, BERT, '192.0.2.11');
    snoop.hears(3, clientSays('request', ANNA, { transaction: 9 }));
    expect(snoop.hears(1, serverSays('nak', ANNA, '0.0.0.0', { transaction: 9 }))).toBe('everywhere');
    expect(snoop.table()).toHaveLength(2);
    snoop.hears(2, clientSays('request', ANNA, { transaction: 10 }));
    snoop.hears(1, serverSays('nak', ANNA, '0.0.0.0', { transaction: 10 }));
    expect(snoop.table()).toEqual([`10 ${BERT} 192.0.2.11 3`]);
  });
});

describe('room', () => {
  const binding = (port: number, last: number): Binding => {
    const mac = `02-00-00-00-${String(port % 100).padStart(2, '0')}-${String(last).padStart(2, '0')}`;
    return { ...fixed(mac, `192.0.2.${last}`, port), leaseTime: 60 };
  };
  const has = (
    port: number,
    capacity: number,
    held: readonly (readonly [port: number, count: number])[],
    more = {},
  ) => {
    const all = held.flatMap(([at, count]) => Array.from({ length: count }, (_, last) => binding(at, last)));
    const bindings = new Map(all.map((one) => [stationKey(10, one.mac), one]));
    return hasRoomFor({ ...settings, capacity, ...more }, { ...idleSnooping, bindings }, port);
  };

  test('is for four of each port as long as any is left', () => {
    expect([has(2, 4, [[2, 3]]), has(2, 3, [[2, 3]])]).toEqual([true, false]);
  });

  test('beyond is what is not kept for the other untrusted ports: three, of which a trunk is one', () => {
    const held = [[2, 4]] as const;
    expect([has(2, 16, held), has(2, 17, held)]).toEqual([false, true]);
    const fewer = [...held, [3, 3], [4, 1], [5, 1], [6, 9]] as const;
    expect([has(2, 18 + 3, fewer), has(2, 18 + 4, fewer)]).toEqual([false, true]);
  });

  test('is taken by bindings of an administrator, too', () => {
    const statics = new Map([[stationKey(10, BERT), fixed(BERT, '192.0.2.200', 3)]]);
    expect([has(2, 1, [], { statics }), has(2, 2, [], { statics })]).toEqual([false, true]);
  });
});

test('counters begin anew', () => {
  const snoop = snooping();
  snoop.hears(2, new Uint8Array(60));
  snoop.feed({ kind: 'clearDrops' });
  expect(snoop.state().drops).toEqual(noDrops);
});
