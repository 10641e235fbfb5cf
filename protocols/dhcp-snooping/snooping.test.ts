import { describe, expect, test } from 'vitest';
import { addressOption, DhcpOption } from '../dhcp/options.ts';
import { pushTag } from '../frames/vlan-tag.ts';
import { SOME_MOMENT } from '../some-moment.ts';
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

test('counters begin anew', () => {
  const snoop = snooping();
  snoop.hears(2, new Uint8Array(60));
  snoop.feed({ kind: 'clearDrops' });
  expect(snoop.state().drops).toEqual(noDrops);
});
