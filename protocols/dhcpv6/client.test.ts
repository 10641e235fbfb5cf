import { describe, expect, it } from 'vitest';
import { uint16At } from '../frames/addresses.ts';
import { parseEthernet } from '../frames/ethernet.ts';
import { parseIpv6Packet } from '../frames/ipv6.ts';
import { stepDhcpv6 } from './client.ts';
import { clientIdentifier, identifierText } from './identifier.ts';
import { Dhcpv6Type } from './message.ts';
import { Dhcpv6Option, Dhcpv6Status, numberContent, optionOf, parseAssociation } from './options.ts';
import { stoppedDhcpv6 } from './state.ts';
import { answer, association, Dhcpv6Bench, LEASED, OTHER_SERVER, SERVER, serverFrame, settings } from './testing.ts';

const { advertise, reply } = Dhcpv6Type;
const preference = (value: number) => [[Dhcpv6Option.preference, Uint8Array.of(value)]] as const;
const status = (code: number) => [[Dhcpv6Option.status, numberContent(code)]] as const;
const one = (address: string, validLifetime = 3600, preferredLifetime = Math.min(1800, validLifetime)) => ({
  addresses: [{ address, preferredLifetime, validLifetime }],
});
const started = (change = {}) => {
  const bench = new Dhcpv6Bench(change);
  bench.tell({ kind: 'start' });
  return bench;
};
/** Seconds between what was sent. */
const pauses = ({ sentAt }: Dhcpv6Bench) => sentAt.slice(1).map((at, index) => (at - (sentAt[index] ?? 0)) / 1000);
const hints = (bench: Dhcpv6Bench) =>
  parseAssociation(optionOf(bench.last.options, Dhcpv6Option.addresses) ?? new Uint8Array())?.addresses.map(
    ({ address }) => address,
  );

describe('soliciting (RFC 8415 18.2.1)', () => {
  it('begins within a second, from the link-local address to all servers, and says who it is', () => {
    const state = stoppedDhcpv6(7);
    const begun = stepDhcpv6(settings, state, { kind: 'start' }, 0);
    expect(begun.send).toEqual([]);
    expect(begun.state.wakeAt).toBeLessThanOrEqual(1000);
    const [frame] = stepDhcpv6(settings, begun.state, { kind: 'wake' }, 1000).send;
    const ethernet = parseEthernet(frame ?? new Uint8Array());
    expect(ethernet).toMatchObject({ source: settings.mac, destination: '33-33-00-01-00-02' });
    expect(parseIpv6Packet(ethernet?.payload ?? new Uint8Array())).toMatchObject({
      source: settings.linkLocal,
      destination: 'ff02::1:2',
    });
    const bench = started();
    bench.pass(1);
    const { options } = bench.last;
    expect(identifierText(optionOf(options, Dhcpv6Option.clientIdentifier) ?? new Uint8Array())).toBe(
      '00:03:00:01:00:11:22:33:44:55',
    );
    expect(optionOf(options, Dhcpv6Option.elapsedTime)).toEqual(Uint8Array.of(0, 0));
    expect(optionOf(options, Dhcpv6Option.serverIdentifier)).toBeUndefined();
    expect(optionOf(options, Dhcpv6Option.rapidCommit)).toBeUndefined();
    expect(optionOf(options, Dhcpv6Option.request)).toEqual(numberContent(23, 82));
  });

  it('asks ever more seldom in the same transaction, at last once an hour, and says once that nobody answers', () => {
    const bench = started();
    bench.pass(4 * 3600);
    expect(new Set(bench.sent.map(({ transaction }) => transaction)).size).toBe(1);
    const [first = 0, ...others] = pauses(bench);
    expect(first).toBeGreaterThan(1);
    expect(first).toBeLessThanOrEqual(1.1);
    for (const [index, pause] of others.slice(0, 10).entries()) {
      const before = [first, ...others][index] ?? 0;
      expect(pause / before).toBeGreaterThanOrEqual(1.9);
      expect(pause / before).toBeLessThanOrEqual(2.1);
    }
    expect(Math.max(...others)).toBeLessThanOrEqual(3600 * 1.1);
    expect(others.at(-1)).toBeGreaterThanOrEqual(3600 * 0.9);
    expect(uint16At(optionOf(bench.last.options, Dhcpv6Option.elapsedTime) ?? new Uint8Array(), 0)).toBe(0xffff);
    expect(bench.news).toEqual([{ kind: 'unanswered' }]);
  });

  it('keeps to the longest pause that a server says, and to none that it may not say (21.24)', () => {
    for (const [seconds, longest] of [
      [120, 132],
      [10, 3960],
    ] as const) {
      const bench = started();
      bench.pass(1);
      const option = [[Dhcpv6Option.solicitMaximum, numberContent(0, seconds)]] as const;
      bench.hear(answer(bench.last, advertise, null, option));
      bench.pass(4 * 3600);
      expect(Math.max(...pauses(bench))).toBeLessThanOrEqual(longest);
      expect(Math.max(...pauses(bench))).toBeGreaterThan(longest * 0.8);
    }
  });

  it('compares the offers of the first pause, and takes the one of the highest preference (18.2.9)', () => {
    const bench = started();
    bench.pass(1);
    bench.hear(answer(bench.last, advertise, association(one('2001:db8::1')), preference(3)));
    bench.hear(answer(bench.last, advertise, association(one('2001:db8::2')), preference(9), OTHER_SERVER));
    bench.hear(answer(bench.last, advertise, association(one('2001:db8::3')), preference(9)));
    expect(bench.asked).toEqual(['solicit']);
    bench.pass(1.2);
    expect(bench.asked).toEqual(['solicit', 'request']);
    expect(hints(bench)).toEqual(['2001:db8::2']);
    expect(identifierText(optionOf(bench.last.options, Dhcpv6Option.serverIdentifier) ?? new Uint8Array())).toBe(
      OTHER_SERVER,
    );
  });

  it('takes an offer of the highest preference at once, and after the first pause any', () => {
    const bench = started();
    bench.pass(1);
    bench.hear(answer(bench.last, advertise, undefined, preference(255)));
    expect(bench.asked).toEqual(['solicit', 'request']);
    const late = started();
    late.pass(5);
    late.sent = [late.last];
    late.hear(answer(late.last, advertise));
    expect(late.asked).toEqual(['solicit', 'request']);
  });

  it.each([
    ['refuses', association({ addresses: [], status: Dhcpv6Status.noAddress })],
    ['gives nothing', association({ addresses: [] })],
    ['gives to another association', association({ id: 2 })],
    ['gives a multicast address', association(one('ff02::1'))],
    ['gives a link-local address', association(one('fe80::9'))],
    ['gives an address that stands for one of IPv4', association(one('::ffff:192.0.2.1'))],
    ['gives the loopback address', association(one('::1'))],
    ['gives lifetimes that contradict each other', association(one(LEASED, 100, 200))],
    ['gives times that contradict each other', association({ renewalTime: 2000, rebindingTime: 1000 })],
    ['gives an address that has ended', association(one(LEASED, 0))],
  ])('takes no offer that %s', (_, given) => {
    const bench = started();
    bench.pass(1);
    bench.hear(answer(bench.last, advertise, given, preference(255)));
    bench.pass(1.2);
    expect(new Set(bench.asked)).toEqual(new Set(['solicit']));
  });

  it('hears nothing of another transaction, of no server, or for another client (16.3)', () => {
    const bench = started();
    bench.pass(1);
    const { last } = bench;
    bench.hear(answer({ ...last, transaction: last.transaction ^ 1 }, advertise, undefined, preference(255)));
    const other: typeof last.options = [[Dhcpv6Option.clientIdentifier, clientIdentifier('00-11-22-33-44-56')]];
    bench.hear(answer({ ...last, options: other }, advertise, undefined, preference(255)));
    bench.hear(answer(last, advertise, undefined, preference(255), ''));
    // An identifier has at most 130 octets (11.1).
    bench.hear(answer(last, advertise, undefined, preference(255), Array(131).fill('00').join(':')));
    bench.hear(serverFrame({ ...last, type: advertise, options: [] }));
    expect(bench.asked).toEqual(['solicit']);
  });
});

describe('rapid commit (18.2.1, 21.14)', () => {
  it('takes the address of a reply to the solicitation, where both want that', () => {
    const bench = started({ rapidCommit: true });
    bench.pass(1);
    expect(optionOf(bench.last.options, Dhcpv6Option.rapidCommit)).toHaveLength(0);
    bench.hear(answer(bench.last, reply));
    expect(bench.addresses).toEqual([]);
    bench.hear(answer(bench.last, reply, undefined, [[Dhcpv6Option.rapidCommit, new Uint8Array()]]));
    expect(bench.addresses).toEqual([LEASED]);
    expect(bench.asked).toEqual(['solicit']);
  });

  it('is refused by a client that did not ask for it', () => {
    const bench = started();
    bench.pass(1);
    bench.hear(answer(bench.last, reply, undefined, [[Dhcpv6Option.rapidCommit, new Uint8Array()]]));
    expect(bench.addresses).toEqual([]);
  });
});

describe('requesting (18.2.2, 18.2.10.1)', () => {
  const requesting = () => {
    const bench = started();
    bench.pass(1);
    bench.hear(answer(bench.last, advertise, undefined, preference(255)));
    return bench;
  };

  it('takes the address with what came with it', () => {
    const bench = requesting();
    const servers = new Uint8Array(32);
    servers.set([0x20, 1, 0x0d, 0xb8], 0);
    servers[15] = 0x53;
    servers.set([0xff, 2], 16);
    bench.hear(answer(bench.last, reply, undefined, [[Dhcpv6Option.dnsServers, servers]]));
    expect(bench.news).toMatchObject([{ kind: 'bound', lease: { server: SERVER, dnsServers: ['2001:db8::53'] } }]);
    expect(bench.state.lease).toMatchObject({
      renewAt: bench.now + 900_000,
      rebindAt: bench.now + 1_440_000,
      addresses: [{ address: LEASED, preferredUntil: bench.now + 1_800_000, validUntil: bench.now + 3_600_000 }],
    });
  });

  it('chooses the times itself where the server leaves them to it (14.2)', () => {
    const bench = requesting();
    bench.hear(answer(bench.last, reply, association({ renewalTime: 0, rebindingTime: 0 })));
    expect(bench.state.lease).toMatchObject({ renewAt: bench.now + 900_000, rebindAt: bench.now + 1_440_000 });
  });

  it('begins anew after ten requests without an answer', () => {
    const bench = requesting();
    bench.pass(400);
    expect(bench.asked.filter((type) => type === 'request')).toHaveLength(10);
    expect(bench.asked.at(-1)).toBe('solicit');
  });

  it('believes no other server, and asks on where its own has a moment of weakness', () => {
    const bench = requesting();
    bench.hear(answer(bench.last, reply, undefined, [], OTHER_SERVER));
    bench.hear(answer(bench.last, reply, null, status(Dhcpv6Status.unspecified)));
    expect(bench.addresses).toEqual([]);
    bench.pass(1.2);
    expect(bench.asked).toEqual(['solicit', 'request', 'request']);
  });

  it('begins anew where it is refused, and ever later, so that it asks nobody in a circle', () => {
    const bench = requesting();
    for (let times = 0; times < 6; times += 1) {
      bench.hear(answer(bench.last, reply, association({ addresses: [], status: Dhcpv6Status.noAddress })));
      bench.pass(0);
      const waits = bench.state.wakeAt - bench.now;
      if (times > 0) expect(waits).toBeGreaterThanOrEqual(10_000 * 2 ** (times - 1));
      bench.pass(waits / 1000);
      bench.hear(answer(bench.last, advertise, undefined, preference(255)));
      bench.pass(1.2);
    }
  });
});

describe('renewing and rebinding (18.2.4, 18.2.5)', () => {
  it('asks its own server from T1 on, any from T2 on, and begins anew when the address has ended', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.pass(899);
    expect(bench.asked).toEqual([]);
    bench.pass(2);
    expect(bench.asked).toEqual(['renew']);
    expect(hints(bench)).toEqual([LEASED]);
    bench.pass(539);
    expect(bench.asked.at(-1)).toBe('rebind');
    expect(optionOf(bench.last.options, Dhcpv6Option.serverIdentifier)).toBeUndefined();
    const [first = 0] = pauses(bench);
    expect(first).toBeGreaterThanOrEqual(9);
    expect(first).toBeLessThanOrEqual(11);
    bench.pass(2159);
    expect(bench.news).toEqual([]);
    bench.pass(2);
    expect(bench.news).toEqual([{ kind: 'lost', addresses: [LEASED], reason: 'expired' }]);
    expect(bench.addresses).toEqual([]);
    expect(bench.asked.at(-1)).toBe('solicit');
  });

  it('is longer by the answer, which nobody else gives while it renews', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.pass(900);
    bench.hear(answer(bench.last, reply, association(one('2001:db8::66')), [], OTHER_SERVER));
    expect(bench.news).toEqual([]);
    bench.hear(answer(bench.last, reply));
    expect(bench.news).toMatchObject([{ kind: 'renewed' }]);
    expect(bench.state.lease?.addresses[0]?.validUntil).toBe(bench.now + 3_600_000);
    bench.pass(899);
    expect(bench.asked).toEqual(['renew']);
  });

  it('asks for the addresses anew where the server has forgotten them, and uses them meanwhile', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.pass(900);
    bench.hear(answer(bench.last, reply, association({ addresses: [], status: Dhcpv6Status.noBinding })));
    expect(bench.asked).toEqual(['renew', 'request']);
    expect(hints(bench)).toEqual([LEASED]);
    expect(bench.addresses).toEqual([LEASED]);
    bench.hear(answer(bench.last, reply));
    expect(bench.news).toMatchObject([{ kind: 'renewed' }]);
  });

  it('gives up what the server lets end at once, and keeps what it does not speak of (18.2.10.1)', () => {
    const bench = new Dhcpv6Bench();
    bench.bind(association({ addresses: [...one(LEASED).addresses, ...one('2001:db8::78').addresses] }));
    bench.pass(900);
    bench.hear(answer(bench.last, reply, association(one(LEASED, 0))));
    expect(bench.addresses).toEqual(['2001:db8::78']);
    expect(bench.news).toMatchObject([{ kind: 'lost', addresses: [LEASED], reason: 'refused' }, { kind: 'renewed' }]);
  });

  it('is asked for by the administrator at once', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'renew' });
    expect(bench.asked).toEqual(['renew']);
  });

  it('makes no storm of an address that ends in a moment', () => {
    const bench = new Dhcpv6Bench();
    bench.bind(association({ ...one(LEASED, 2, 1), renewalTime: 1, rebindingTime: 1 }));
    for (let times = 0; times < 60; times += 1) {
      bench.pass(1);
      if (bench.sent.length > 0) {
        bench.hear(
          answer(bench.last, advertise, association({ ...one(LEASED, 2, 1), renewalTime: 1, rebindingTime: 1 })),
        );
        bench.hear(answer(bench.last, reply, association({ ...one(LEASED, 2, 1), renewalTime: 1, rebindingTime: 1 })));
      }
    }
    expect(bench.sent.length).toBeLessThan(120);
  });
});

describe('confirming (18.2.3)', () => {
  it('asks whether it still is where it was, and takes silence for yes', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'linkUp' });
    bench.pass(1);
    expect(bench.asked).toEqual(['confirm']);
    expect(hints(bench)).toEqual([LEASED]);
    bench.pass(12);
    expect(new Set(bench.asked)).toEqual(new Set(['confirm']));
    expect(bench.state.phase).toBe('bound');
    expect(bench.addresses).toEqual([LEASED]);
  });

  it('begins anew where a server denies it', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'linkUp' });
    bench.pass(1);
    bench.hear(answer(bench.last, reply, null, status(Dhcpv6Status.notOnLink), OTHER_SERVER));
    expect(bench.news).toEqual([{ kind: 'lost', addresses: [LEASED], reason: 'moved' }]);
    expect(bench.asked).toEqual(['confirm', 'solicit']);
  });
});

describe('declining (18.2.8)', () => {
  it('tells the server that another station has the address, until it has heard, and asks for another one', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'conflict', address: '2001:db8::99' });
    expect(bench.news).toEqual([]);
    bench.tell({ kind: 'conflict', address: LEASED });
    expect(bench.news).toEqual([{ kind: 'lost', addresses: [LEASED], reason: 'conflict' }]);
    bench.pass(1.2);
    expect(bench.asked).toEqual(['decline', 'decline']);
    expect(hints(bench)).toEqual([LEASED]);
    bench.hear(answer(bench.last, reply, null));
    expect(bench.asked).toEqual(['decline', 'decline', 'solicit']);
  });

  it('says it four times at most', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'conflict', address: LEASED });
    bench.pass(20);
    expect(bench.asked.filter((type) => type === 'decline')).toHaveLength(4);
    expect(bench.asked).toContain('solicit');
  });

  it('keeps the other addresses', () => {
    const bench = new Dhcpv6Bench();
    bench.bind(association({ addresses: [...one(LEASED).addresses, ...one('2001:db8::78').addresses] }));
    bench.tell({ kind: 'conflict', address: LEASED });
    bench.hear(answer(bench.last, reply, null));
    expect(bench.addresses).toEqual(['2001:db8::78']);
    expect(bench.state.phase).toBe('bound');
  });
});

describe('releasing (18.2.7)', () => {
  it('gives the address back to its server, and rests', () => {
    const bench = new Dhcpv6Bench();
    bench.bind();
    bench.tell({ kind: 'release' });
    expect(bench.news).toEqual([{ kind: 'lost', addresses: [LEASED], reason: 'released' }]);
    expect(bench.asked).toEqual(['release']);
    expect(hints(bench)).toEqual([LEASED]);
    expect(identifierText(optionOf(bench.last.options, Dhcpv6Option.serverIdentifier) ?? new Uint8Array())).toBe(
      SERVER,
    );
    expect(bench.state).toMatchObject({ phase: 'stopped', wakeAt: Number.POSITIVE_INFINITY });
    bench.hear(answer(bench.last, reply));
    expect(bench.addresses).toEqual([]);
  });

  it('says nothing without a lease', () => {
    const bench = started();
    bench.tell({ kind: 'release' });
    bench.pass(60);
    expect(bench.asked).toEqual([]);
  });
});
