import { expect, test } from 'vitest';
import { putUint16 } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { buildIcmpEcho } from './icmp.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from './ipv4.ts';
import { buildTransitError, handedOn, isErrorMessage, parseTransit } from './ipv4-transit.ts';

const content = Uint8Array.from({ length: 40 }, (_, at) => at);
const packet = buildIpv4({
  source: '192.0.2.1',
  destination: '203.0.113.9',
  protocol: IpProtocol.udp,
  dscp: 46,
  timeToLive: 17,
  payload: content,
});

/** The packet with other octets in its header, and the right checksum. */
function withHeader(...changes: readonly (readonly [offset: number, octet: number])[]): Uint8Array {
  const copy = packet.slice();
  for (const [offset, octet] of changes) copy[offset] = octet;
  putUint16(copy, 10, 0);
  putUint16(copy, 10, internetChecksum(copy.subarray(0, ((copy[0] ?? 0) & 15) * 4)));
  return copy;
}

/** The packet behind a reading that has to succeed. */
function read(octets: Uint8Array) {
  const transit = parseTransit(octets);
  if (!transit) throw new Error('It is no packet.');
  return transit;
}

test('a packet is handed on as it is, but for a hop less and without what fills up its frame', () => {
  const padded = new Uint8Array(packet.length + 9);
  padded.set(packet);
  expect(parseIpv4(handedOn(read(padded)))).toEqual({
    source: '192.0.2.1',
    destination: '203.0.113.9',
    protocol: IpProtocol.udp,
    dscp: 46,
    timeToLive: 16,
    payload: content,
  });
  expect(padded[8]).toBe(17);
});

test('fragments and options go on', () => {
  // "More fragments" at offset 8 octets; then a header of six words, with a no-operation.
  expect(read(withHeader([6, 0x20], [7, 1])).isLaterFragment).toBe(true);
  expect(read(withHeader([6, 0x20], [7, 0])).isLaterFragment).toBe(false);
  const optioned = handedOn(read(withHeader([0, 0x46], [20, 1], [21, 1], [22, 1], [23, 0])));
  expect(read(optioned)).toMatchObject({ header: 24, timeToLive: 16 });
});

test.each<readonly [string, Uint8Array]>([
  ['another version', withHeader([0, 0x65])],
  ['a header shorter than it can be', withHeader([0, 0x44])],
  ['a wrong checksum', Uint8Array.from(packet, (octet, at) => (at === 12 ? octet ^ 1 : octet))],
  ['less than it says', packet.subarray(0, packet.length - 1)],
  ['a length that ends in its header', withHeader([2, 0], [3, 19])],
  ['nothing', new Uint8Array()],
])('%s is no packet', (_, octets) => {
  expect(parseTransit(octets)).toBeUndefined();
});

test('errors quote the header and eight octets, and are not answered themselves', () => {
  const error = buildTransitError('timeExceeded', read(packet));
  expect([error[0], error[1], error.length, internetChecksum(error)]).toEqual([11, 0, 8 + 20 + 8, 0]);
  expect(error.subarray(8)).toEqual(packet.subarray(0, 28));
  expect(buildTransitError('networkUnreachable', read(packet)).subarray(0, 2)).toEqual(Uint8Array.of(3, 0));
  const carrying = (payload: Uint8Array) =>
    read(buildIpv4({ source: '192.0.2.1', destination: '192.0.2.2', protocol: 1, dscp: 0, timeToLive: 9, payload }));
  expect(isErrorMessage(carrying(error))).toBe(true);
  const echo = buildIcmpEcho({ kind: 'request', identifier: 1, sequence: 1, content: new Uint8Array() });
  expect(isErrorMessage(carrying(echo))).toBe(false);
  expect(isErrorMessage(read(packet))).toBe(false);
});
