import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import { stepDhcp } from './client.ts';
import { buildDhcpFrame, parseDhcpFrame } from './frame.ts';
import { buildDhcp, DhcpMessageType, parseDhcp } from './message.ts';
import { addressesOf, addressOption, DhcpOption, decodeOptions, encodeOptions, textOf } from './options.ts';
import { stoppedDhcp } from './state.ts';
import { clientOf, number, reply, SERVER, SERVER_MAC, settings, typeOf } from './testing.ts';

describe('messages', () => {
  test('read back, with their frame', () => {
    const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
    const options = fc
      .array(fc.tuple(fc.integer({ min: 60, max: 254 }), fc.uint8Array({ maxLength: 600 })), { maxLength: 4 })
      .map((entries) => new Map(entries));
    fc.assert(
      fc.property(
        uint32,
        fc.nat(0xffff),
        fc.boolean(),
        fc.ipV4(),
        options,
        (transaction, seconds, broadcast, ip, map) => {
          const message = {
            operation: 'reply' as const,
            transaction,
            seconds,
            broadcast,
            clientAddress: ip,
            yourAddress: ip,
            clientMac: settings.mac,
            options: map,
          };
          expect(parseDhcp(buildDhcp(message))).toEqual(message);
          const frame = {
            sourceMac: SERVER_MAC,
            destinationMac: settings.mac,
            sourceAddress: SERVER,
            destinationAddress: ip,
            message,
          };
          expect(parseDhcpFrame(buildDhcpFrame(frame))).toEqual(frame);
        },
      ),
    );
  });

  test('options may overflow into the boot file and server name fields', () => {
    const octets = buildDhcp({
      operation: 'reply',
      transaction: 1,
      seconds: 0,
      broadcast: false,
      clientAddress: '0.0.0.0',
      yourAddress: '192.168.10.77',
      clientMac: settings.mac,
      options: new Map([[DhcpOption.overload, Uint8Array.of(3)]]),
    });
    octets.set(encodeOptions(new Map([[DhcpOption.router, addressOption('192.168.10.1')]])), 108);
    octets.set(encodeOptions(new Map([[DhcpOption.domainName, new TextEncoder().encode('lan')]])), 44);
    const options = parseDhcp(octets)?.options ?? new Map();
    expect(addressesOf(options, DhcpOption.router)).toEqual(['192.168.10.1']);
    expect(textOf(options, DhcpOption.domainName)).toBe('lan');
  });

  test('noise never throws; what is cut short is refused', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    const whole = reply(client.last(), DhcpMessageType.offer);
    const damaged = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }).map((changes) => {
      const octets = whole.slice();
      for (const [offset, octet] of changes) octets[offset] = octet;
      return octets;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged), (octets) => {
        parseDhcp(octets);
        parseDhcp(octets.subarray(42));
        stepDhcp(settings, client.state, { kind: 'frame', octets }, 0);
      }),
      { numRuns: 1000 },
    );
    expect(decodeOptions(Uint8Array.of(1, 4, 0), new Map())).toBe(false);
  });
});

describe('a client gets an address', () => {
  test('discover, offer, request, acknowledgement', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    const discover = client.last();
    expect(typeOf(discover)).toBe(DhcpMessageType.discover);
    expect(discover).toMatchObject({ sourceAddress: '0.0.0.0', destinationMac: 'FF-FF-FF-FF-FF-FF' });
    expect(textOf(discover.message.options, DhcpOption.hostName)).toBe('core-switch-1');
    client.hear(reply(discover, DhcpMessageType.offer));
    const request = client.last();
    expect(typeOf(request)).toBe(DhcpMessageType.request);
    expect(addressesOf(request.message.options, DhcpOption.requestedAddress)).toEqual(['192.168.10.77']);
    expect(addressesOf(request.message.options, DhcpOption.serverIdentifier)).toEqual([SERVER]);
    expect(client.news).toEqual([]);
    client.hear(reply(request, DhcpMessageType.ack));
    expect(client.news).toEqual([
      {
        kind: 'bound',
        lease: {
          address: '192.168.10.77',
          prefix: 24,
          gateway: SERVER,
          dnsServers: [SERVER, '192.168.10.2'],
          domainName: 'lan.example',
          server: SERVER,
          serverMac: SERVER_MAC,
          leaseTime: 3600,
          renewalTime: 1800,
          rebindingTime: 3150,
          since: SOME_MOMENT,
        },
      },
    ]);
    expect(client.wakeAt).toBe(1800_000);
  });

  test('without a host name it sends none', () => {
    const client = clientOf({ hostName: undefined });
    client.feed({ kind: 'start' });
    expect(client.last().message.options.has(DhcpOption.hostName)).toBe(false);
  });

  test('answers meant for somebody else, or forged, are not taken', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    const asked = client.last();
    client.hear(reply({ ...asked, message: { ...asked.message, clientMac: SERVER_MAC } }, DhcpMessageType.offer));
    client.hear(reply({ ...asked, message: { ...asked.message, transaction: 1 } }, DhcpMessageType.offer));
    client.hear(reply(asked, DhcpMessageType.ack));
    client.hear(buildDhcpFrame(asked));
    expect(client.sent).toHaveLength(1);
    expect(client.state.phase).toBe('selecting');
  });

  test.each([
    ['no lease time', DhcpOption.leaseTime, undefined],
    ['no server identifier', DhcpOption.serverIdentifier, undefined],
    ['a mask with holes', DhcpOption.subnetMask, addressOption('255.0.255.0')],
    ['a lease of no time', DhcpOption.leaseTime, number(0)],
  ])('an offer with %s is passed over', (_what, code, content) => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer, new Map([[code, content]])));
    expect(client.state.phase).toBe('selecting');
  });

  test('renewal times that make no sense are replaced by those of RFC 2131', () => {
    const client = clientOf();
    client.bind(new Map([[DhcpOption.renewalTime, number(4000)]]));
    expect(client.state.lease).toMatchObject({ renewalTime: 1800, rebindingTime: 3150 });
  });

  test('a refused offer leads back to the beginning, without an address having been lost', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.nak));
    expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
    expect(client.news).toEqual([]);
  });
});

describe('a server that offers what it then refuses', () => {
  test('is asked again at once, then after ever longer pauses, and not in a circle', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      client.hear(reply(client.last(), DhcpMessageType.offer));
      const sent = client.sent.length;
      client.hear(reply(client.last(), DhcpMessageType.nak));
      const from = client.now;
      if (client.sent.length === sent) client.until(client.wakeAt / 1000);
      pauses.push((client.now - from) / 1000);
      expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
    }
    expect(pauses).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
    expect(client.news).toEqual([]);
  });

  test('or takes leases back as soon as they are renewed, is not asked more than its pauses allow', () => {
    const client = clientOf();
    const short = new Map([[DhcpOption.leaseTime, number(2)]]);
    client.bind(short);
    for (let round = 0; round < 1000 && client.now < 600_000; round += 1) {
      client.until(client.wakeAt / 1000);
      const type = typeOf(client.last());
      const renews = client.last().message.clientAddress !== '0.0.0.0';
      if (type === DhcpMessageType.discover) {
        client.hear(reply(client.last(), DhcpMessageType.offer, short));
        client.hear(reply(client.last(), DhcpMessageType.ack, short));
      } else if (renews) client.hear(reply(client.last(), DhcpMessageType.nak));
    }
    expect(client.now).toBeGreaterThanOrEqual(600_000);
    expect(client.sent.length).toBeLessThan(40);
  });

  test('is forgiven once an address served for a minute or was renewed', () => {
    for (const serve of [
      (client: ReturnType<typeof clientOf>) => client.until(1800),
      (client: ReturnType<typeof clientOf>) => {
        client.feed({ kind: 'renew' });
        client.hear(reply(client.last(), DhcpMessageType.ack));
        client.feed({ kind: 'renew' });
      },
    ]) {
      const client = clientOf();
      client.feed({ kind: 'start' });
      client.hear(reply(client.last(), DhcpMessageType.offer));
      client.hear(reply(client.last(), DhcpMessageType.nak));
      client.hear(reply(client.last(), DhcpMessageType.offer));
      client.hear(reply(client.last(), DhcpMessageType.ack));
      serve(client);
      const sent = client.sent.length;
      client.hear(reply(client.last(), DhcpMessageType.nak));
      expect(client.sent.length).toBe(sent + 1);
      expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
      expect(client.news.at(-1)).toMatchObject({ kind: 'lost', reason: 'refused' });
    }
  });
});

test('a lease of a second costs a request a second at most', () => {
  const client = clientOf();
  client.bind(new Map([[DhcpOption.leaseTime, number(1)]]));
  const bound = client.sent.length;
  client.until(1);
  expect(client.sent.length - bound).toBeLessThanOrEqual(1);
});

describe('nobody answers', () => {
  test('it asks as often as it may, ever more slowly, says so once, and goes on quietly', () => {
    const client = clientOf({ retries: 5 });
    const times: number[] = [];
    client.feed({ kind: 'start' });
    for (let count = 0; count < 7; count += 1) {
      times.push(Math.round((client.wakeAt - client.now) / 1000));
      client.now = client.wakeAt;
      client.feed({ kind: 'wake' });
    }
    for (const [index, base] of [4, 8, 16, 32, 64, 300, 300].entries()) {
      expect(Math.abs((times[index] ?? 0) - base)).toBeLessThanOrEqual(1);
    }
    expect(client.news).toEqual([{ kind: 'unanswered' }]);
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.news.at(-1)?.kind).toBe('bound');
  });

  test('an offer that is never acknowledged leads back to the beginning', () => {
    const client = clientOf({ retries: 5 });
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.until(400);
    expect(client.sent.filter((frame) => typeOf(frame) === DhcpMessageType.request)).toHaveLength(5);
    expect(client.state.phase).toBe('selecting');
  });

  test('it binds over a lossy network', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), fc.nat(), (lost, seed) => {
        const client = clientOf({ retries: 120 });
        client.state = stoppedDhcp(seed);
        client.feed({ kind: 'start' });
        for (const isLost of [...lost, false, false]) {
          if (client.state.phase === 'bound') break;
          const asked = client.last();
          const isDiscover = typeOf(asked) === DhcpMessageType.discover;
          if (!isLost) client.hear(reply(asked, isDiscover ? DhcpMessageType.offer : DhcpMessageType.ack));
          else client.until(client.wakeAt / 1000);
        }
        expect(client.state.phase).toBe('bound');
        expect(client.news.map(({ kind }) => kind)).toEqual(['bound']);
      }),
    );
  });
});

describe('a lease', () => {
  test('is renewed with its server half-way, and counts from then', () => {
    const client = clientOf();
    client.bind();
    client.until(1800);
    expect(client.last()).toMatchObject({
      destinationMac: SERVER_MAC,
      destinationAddress: SERVER,
      sourceAddress: '192.168.10.77',
    });
    expect(client.last().message.clientAddress).toBe('192.168.10.77');
    expect(client.last().message.options.has(DhcpOption.serverIdentifier)).toBe(false);
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.news.at(-1)?.kind).toBe('renewed');
    expect(client.wakeAt).toBe(3600_000);
  });

  test('is asked for everywhere when its server is silent, and ends when nobody answers', () => {
    const client = clientOf();
    client.bind();
    client.until(3149);
    const renewals = client.sent.slice(2);
    expect(renewals.length).toBeGreaterThan(1);
    expect(renewals.every((frame) => frame.destinationMac === SERVER_MAC)).toBe(true);
    client.until(3160);
    expect(client.last()).toMatchObject({ destinationMac: 'FF-FF-FF-FF-FF-FF', sourceAddress: '192.168.10.77' });
    client.until(3599);
    expect(client.news).toHaveLength(1);
    client.until(3600);
    expect(client.news.at(-1)).toEqual({ kind: 'lost', address: '192.168.10.77', reason: 'expired' });
    expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
  });

  test('is taken over by another server from its rebinding time on, and renewed with that one from then', () => {
    const client = clientOf();
    const times = new Map([
      [DhcpOption.renewalTime, number(600)],
      [DhcpOption.rebindingTime, number(1200)],
    ]);
    client.bind(times);
    client.until(1199);
    expect(client.last()).toMatchObject({ destinationMac: SERVER_MAC, destinationAddress: SERVER });
    client.until(1200);
    expect(client.state.phase).toBe('rebinding');
    expect(client.last()).toMatchObject({
      destinationMac: 'FF-FF-FF-FF-FF-FF',
      destinationAddress: '255.255.255.255',
      sourceAddress: '192.168.10.77',
    });
    expect(client.last().message).toMatchObject({ clientAddress: '192.168.10.77', seconds: 0 });
    expect(client.last().message.options.has(DhcpOption.serverIdentifier)).toBe(false);
    const other = new Map([...times, [DhcpOption.serverIdentifier, addressOption('192.168.10.2')]]);
    client.hear(reply(client.last(), DhcpMessageType.ack, other));
    expect(client.news.at(-1)).toMatchObject({
      kind: 'renewed',
      lease: { server: '192.168.10.2', since: SOME_MOMENT + 1_200_000 },
    });
    expect([client.state.phase, client.wakeAt]).toEqual(['bound', 1_800_000]);
    client.until(1800);
    expect(client.last().destinationAddress).toBe('192.168.10.2');
    client.until(3599);
    expect(client.last().destinationAddress).toBe('255.255.255.255');
  });

  test('is asked for again at half of what is left, but not within a minute', () => {
    const client = clientOf();
    client.bind();
    const asked = () => client.sent.slice(2).length;
    client.until(1800);
    expect(asked()).toBe(1);
    client.until(2474);
    expect(asked()).toBe(1);
    client.until(2475);
    expect(asked()).toBe(2);
    client.until(3149);
    const before = asked();
    client.until(3150 + 59);
    expect(asked()).toBe(before + 1);
  });

  test('ends at once when the server refuses to renew it', () => {
    const client = clientOf();
    client.bind();
    client.until(1800);
    client.hear(reply(client.last(), DhcpMessageType.nak));
    expect(client.news.at(-1)).toEqual({ kind: 'lost', address: '192.168.10.77', reason: 'refused' });
    expect(client.state.phase).toBe('selecting');
  });

  test('for ever is never renewed', () => {
    const client = clientOf();
    client.bind(new Map([[DhcpOption.leaseTime, number(0xffff_ffff)]]));
    expect(client.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  test('is renewed, given back and asked for again when the administrator says so', () => {
    const client = clientOf();
    client.bind();
    client.now = 60_000;
    client.feed({ kind: 'renew' });
    expect(client.last().destinationAddress).toBe(SERVER);
    client.hear(reply(client.last(), DhcpMessageType.ack));
    client.feed({ kind: 'release' });
    expect(typeOf(client.last())).toBe(DhcpMessageType.release);
    expect(client.news.at(-1)).toMatchObject({ kind: 'lost', reason: 'released' });
    expect(client.wakeAt).toBe(Number.POSITIVE_INFINITY);
    client.feed({ kind: 'renew' });
    expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
  });

  test('of an address that somebody else uses is declined', () => {
    const client = clientOf();
    client.bind();
    client.feed({ kind: 'conflict' });
    expect(typeOf(client.last())).toBe(DhcpMessageType.decline);
    expect(addressesOf(client.last().message.options, DhcpOption.requestedAddress)).toEqual(['192.168.10.77']);
    expect(client.news.at(-1)).toMatchObject({ kind: 'lost', reason: 'conflict' });
    expect(client.wakeAt).toBe(10_000);
  });
});
