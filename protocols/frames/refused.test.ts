import { describe, expect, test } from 'vitest';
import { putIpv6, putUint16 } from './addresses.ts';
import { buildArp, parseArp } from './arp.ts';
import { internetChecksum } from './checksum.ts';
import { isGroupSource, padFrame } from './ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from './icmp.ts';
import { buildIcmpv6Echo, buildNeighbourMessage, parseIcmpv6Echo, parseNeighbourMessage } from './icmpv6.ts';
import { buildIp, parseIp } from './ip.ts';
import { buildIpv4, parseIpv4 } from './ipv4.ts';
import { pseudoHeader } from './pseudo-header.ts';
import { buildTcp, parseTcp, type TcpSegment } from './tcp.ts';
import { buildUdp, parseUdp } from './udp.ts';
import { encodeTag, isTagged, pushTag, replaceTag } from './vlan-tag.ts';

const [SOURCE, DESTINATION] = ['192.0.2.1', '192.0.2.2'];
const [SOURCE6, DESTINATION6] = ['2001:db8::1', '2001:db8::2'];

/** A copy with other octets at some places. */
function changed(octets: Uint8Array, ...changes: readonly (readonly [offset: number, octet: number])[]): Uint8Array {
  const copy = octets.slice();
  for (const [offset, octet] of changes) copy[offset] = octet;
  return copy;
}

/**
 * The same octets with the checksum at `offset` recomputed over the first `length` of them, so that it is not the
 * reason of a refusal.
 */
function summed(octets: Uint8Array, offset: number, initial = 0, length = octets.length): Uint8Array {
  putUint16(octets, offset, 0);
  putUint16(octets, offset, internetChecksum(octets.subarray(0, length), initial));
  return octets;
}

describe('ARP', () => {
  const request = buildArp({
    operation: 'request',
    senderMac: '02-00-00-00-00-01',
    senderAddress: SOURCE,
    targetMac: '00-00-00-00-00-00',
    targetAddress: DESTINATION,
  });

  test.each([
    ['other hardware than Ethernet', 1, 6],
    ['another protocol than IPv4', 3, 6],
    ['hardware addresses of other length', 4, 8],
    ['protocol addresses of other length', 5, 16],
    ['another operation', 7, 3],
  ])('of %s is not read', (_what, offset, octet) => {
    expect(parseArp(request)).toBeDefined();
    expect(parseArp(changed(request, [offset, octet]))).toBeUndefined();
  });

  test('is as RFC 826 draws it', () => {
    expect(Buffer.from(request).toString('hex')).toBe(
      '0001080006040001' + '020000000001' + 'c0000201' + '000000000000' + 'c0000202',
    );
    expect(parseArp(request.subarray(0, 27))).toBeUndefined();
  });
});

describe('an echo', () => {
  const echo = { kind: 'reply', identifier: 7, sequence: 9, content: Uint8Array.of(1, 2) } as const;

  test('that answers is told from one that asks', () => {
    expect(buildIcmpEcho(echo)[0]).toBe(0);
    expect(parseIcmpEcho(buildIcmpEcho(echo))).toEqual(echo);
    const built = buildIcmpv6Echo(echo, SOURCE6, DESTINATION6);
    expect(built[0]).toBe(129);
    expect(parseIcmpv6Echo(built, SOURCE6, DESTINATION6)).toEqual(echo);
  });

  test('is not read from another message, a damaged or a short one', () => {
    const octets = buildIcmpEcho(echo);
    expect(parseIcmpEcho(summed(changed(octets, [0, 3]), 2))).toBeUndefined();
    expect(parseIcmpEcho(summed(changed(octets, [1, 1]), 2))).toBeUndefined();
    expect(parseIcmpEcho(changed(octets, [9, 3]))).toBeUndefined();
    expect(parseIcmpEcho(summed(octets.slice(0, 7), 2))).toBeUndefined();
    expect(parseIcmpEcho(buildIcmpEcho({ ...echo, content: new Uint8Array() }))?.content).toHaveLength(0);
  });

  test('of IPv6 is not read from another message or a short one', () => {
    const octets = buildIcmpv6Echo(echo, SOURCE6, DESTINATION6);
    const read = (damaged: Uint8Array) =>
      parseIcmpv6Echo(
        summed(damaged, 2, pseudoHeader(SOURCE6, DESTINATION6, 58, damaged.length)),
        SOURCE6,
        DESTINATION6,
      );
    expect(read(octets)).toEqual(echo);
    expect(read(changed(octets, [0, 130]))).toBeUndefined();
    expect(read(changed(octets, [1, 1]))).toBeUndefined();
    expect(read(octets.slice(0, 7))).toBeUndefined();
  });
});

describe('a neighbour message', () => {
  const read = (octets: Uint8Array) =>
    parseNeighbourMessage(
      summed(octets, 2, pseudoHeader(SOURCE6, DESTINATION6, 58, octets.length)),
      SOURCE6,
      DESTINATION6,
    );
  const advertisement = { kind: 'advertisement', target: SOURCE6, mac: undefined, solicited: false } as const;
  const solicitation = { ...advertisement, kind: 'solicitation' } as const;
  const written = (message: typeof advertisement | typeof solicitation) =>
    buildNeighbourMessage(message, SOURCE6, DESTINATION6);

  test('has no option where it names no address', () => {
    expect(written(advertisement)).toHaveLength(24);
    expect(read(written(advertisement))).toEqual(advertisement);
  });

  test('is solicited only where it is an advertisement that says so', () => {
    expect(read(changed(written(advertisement), [4, 0x40]))?.solicited).toBe(true);
    expect(read(changed(written(advertisement), [4, 0xa0]))?.solicited).toBe(false);
    expect(read(changed(written(solicitation), [4, 0x40]))?.solicited).toBe(false);
  });

  test('is no other message of ICMPv6, nor a short one', () => {
    expect(read(changed(written(advertisement), [0, 137]))).toBeUndefined();
    expect(read(changed(written(advertisement), [1, 1]))).toBeUndefined();
    expect(read(written(advertisement).slice(0, 23))).toBeUndefined();
  });

  test('names its address in the option of its kind, behind others of whatever length', () => {
    const octets = new Uint8Array(24 + 16 + 8);
    octets.set(written(advertisement));
    octets.set([14, 2, ...new Uint8Array(14).fill(0xee)], 24);
    octets.set([2, 1, 2, 0, 0, 0, 0, 9], 40);
    expect(read(octets)?.mac).toBe('02-00-00-00-00-09');
    expect(read(changed(octets, [40, 1]))?.mac).toBeUndefined();
    expect(read(octets.slice(0, 47))?.mac).toBeUndefined();
  });
});

describe('an IPv4 packet', () => {
  const built = (payload: Uint8Array) =>
    buildIpv4({ source: SOURCE, destination: DESTINATION, protocol: 17, dscp: 46, timeToLive: 64, payload });
  const octets = built(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  const read = (...changes: [number, number][]) => parseIpv4(summed(changed(octets, ...changes), 10, 0, 20));

  test('may be empty, padded, and must not be fragmented on its way', () => {
    expect(parseIpv4(built(new Uint8Array()))?.payload).toHaveLength(0);
    expect(octets.subarray(6, 8)).toEqual(Uint8Array.of(0x40, 0));
    expect(parseIpv4(padFrame(octets))?.payload).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  });

  test('with options has its payload behind them', () => {
    const withOptions = summed(changed(octets, [0, 0x46]), 10, 0, 24);
    expect(parseIpv4(withOptions)?.payload).toEqual(Uint8Array.of(5, 6, 7, 8));
  });

  test.each<[string, [number, number][]]>([
    ['another version', [[0, 0x55]]],
    ['a header shorter than one is', [[0, 0x44]]],
    ['less than its header', [[3, 19]]],
    ['more than came', [[3, 29]]],
    ['a first fragment', [[6, 0x20]]],
    ['a later fragment', [[7, 1]]],
  ])('of %s is not read', (_what, changes) => {
    expect(read()).toBeDefined();
    expect(read(...changes)).toBeUndefined();
  });

  test('whose header is shorter than one is, is not read though its checksum is right over as much', () => {
    const short = summed(changed(octets, [0, 0x44]), 10, 0, 16);
    expect(parseIpv4(short)).toBeUndefined();
  });
});

test('a packet of either family says its EtherType, and is read only under it', () => {
  const four = { source: SOURCE, destination: DESTINATION, protocol: 17, dscp: 0, timeToLive: 9, payload: octet(1) };
  const six = { ...four, source: SOURCE6, destination: DESTINATION6 };
  expect(buildIp(four).etherType).toBe(0x0800);
  expect(parseIp(0x0800, buildIp(four).payload)).toEqual(four);
  expect(parseIp(0x86dd, buildIp(four).payload)).toBeUndefined();
  expect(buildIp(six).etherType).toBe(0x86dd);
  expect(parseIp(0x86dd, buildIp(six).payload)).toEqual(six);
  expect(parseIp(0x0806, buildIp(six).payload)).toBeUndefined();
});

function octet(value: number): Uint8Array {
  return Uint8Array.of(value);
}

describe('a datagram', () => {
  const octets = buildUdp({ sourcePort: 1, destinationPort: 2, content: Uint8Array.of(3, 4) }, SOURCE, DESTINATION);
  const read = (damaged: Uint8Array) => parseUdp(damaged, SOURCE, DESTINATION);

  test('without a checksum is taken', () => {
    expect(read(changed(octets, [6, 0], [7, 0]))?.content).toEqual(Uint8Array.of(3, 4));
  });

  test('is not read where it says less than a header, or more than came', () => {
    const unsummed = changed(octets, [6, 0], [7, 0]);
    expect(read(changed(unsummed, [5, 7]))).toBeUndefined();
    expect(read(changed(unsummed, [5, 11]))).toBeUndefined();
    expect(read(unsummed.subarray(0, 7))).toBeUndefined();
    expect(read(changed(unsummed, [5, 8]))?.content).toHaveLength(0);
  });

  test('whose checksum comes out as 0 is sent with all ones, for 0 would say that there is none', () => {
    const content = new Uint8Array(2);
    const at = (value: number) => {
      putUint16(content, 0, value);
      return buildUdp({ sourcePort: 1, destinationPort: 2, content }, SOURCE, DESTINATION);
    };
    const sum = at(0);
    expect(at(((sum[6] ?? 0) << 8) | (sum[7] ?? 0)).subarray(6, 8)).toEqual(Uint8Array.of(0xff, 0xff));
  });
});

describe('a segment', () => {
  const segment: TcpSegment = {
    sourcePort: 40_000,
    destinationPort: 80,
    sequence: 0xfedc_ba98,
    acknowledgment: 0x8000_0001,
    syn: true,
    ack: true,
    fin: false,
    reset: false,
    push: false,
    window: 5000,
    maximumSegment: 1460,
    content: new Uint8Array(),
  };
  const octets = buildTcp(segment, SOURCE, DESTINATION);
  const read = (damaged: Uint8Array) =>
    parseTcp(summed(damaged, 16, pseudoHeader(SOURCE, DESTINATION, 6, damaged.length)), SOURCE, DESTINATION);

  test.each(['syn', 'ack', 'fin', 'reset', 'push'] as const)('tells its flags apart: %s', (flag) => {
    const none = { ...segment, syn: false, ack: false, maximumSegment: undefined };
    const one = { ...none, [flag]: true };
    expect(read(buildTcp(one, SOURCE, DESTINATION))).toEqual(one);
  });

  test('finds the greatest segment behind other options, and none where options are damaged', () => {
    expect(read(octets)).toEqual(segment);
    const options = (...bytes: number[]) => {
      const long = new Uint8Array(32);
      long.set(octets.subarray(0, 20));
      long[12] = 0x80;
      long.set(bytes, 20);
      return read(long)?.maximumSegment;
    };
    expect(options(1, 3, 3, 7, 2, 4, 5, 0xb4)).toBe(1460);
    expect(options(2, 3, 9, 2, 4, 5, 0xb4)).toBe(1460);
    expect(options(0, 2, 4, 5, 0xb4)).toBeUndefined();
    expect(options(3, 0, 2, 4, 5, 0xb4)).toBeUndefined();
    expect(options(3, 1, 2, 4, 5, 0xb4)).toBeUndefined();
    expect(options(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)).toBeUndefined();
  });

  test('is not read where it is damaged, its header is too short, or longer than what came', () => {
    expect(parseTcp(changed(octets, [5, 0]), SOURCE, DESTINATION)).toBeUndefined();
    expect(read(changed(octets, [12, 0x40]))).toBeUndefined();
    expect(read(changed(octets, [12, 0x70]))).toBeUndefined();
    const bare = read(changed(octets, [12, 0x50]));
    expect(bare?.maximumSegment).toBeUndefined();
    expect(bare?.content).toHaveLength(4);
  });
});

test('a frame is padded to 60 octets with zeros, and one that is long enough stays as it is', () => {
  const short = new Uint8Array(59).fill(1);
  expect(padFrame(short)).toEqual(Uint8Array.from([...short, 0]));
  for (const length of [60, 61]) {
    const frame = new Uint8Array(length);
    expect(padFrame(frame)).toBe(frame);
  }
});

test('a source that is a group address is told from a station', () => {
  expect(isGroupSource(changed(new Uint8Array(14), [6, 1]))).toBe(true);
  expect(isGroupSource(changed(new Uint8Array(14), [6, 2], [0, 1]))).toBe(false);
});

test('a tag that is cut off is none, and another tag leaves the frame it was asked of as it is', () => {
  const tagged = pushTag(new Uint8Array(14), encodeTag({ vid: 5, priority: 0, dropEligible: false }));
  expect(isTagged(tagged)).toBe(true);
  expect(isTagged(tagged.subarray(0, 17))).toBe(false);
  expect(replaceTag(tagged, 7)[15]).toBe(7);
  expect(tagged[15]).toBe(5);
});

test('a text that is no IPv6 address is not written', () => {
  expect(() => putIpv6(new Uint8Array(16), 0, '2001:db8::g')).toThrow('"2001:db8::g" is no IPv6 address.');
});

test('writing an address touches no octet behind it', () => {
  const octets = new Uint8Array(18).fill(0xaa);
  putIpv6(octets, 0, '2001:db8::1');
  expect([...octets.subarray(16)]).toEqual([0xaa, 0xaa]);
});
