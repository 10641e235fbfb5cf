import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { macAt, macFromNumber, macNumberAt, macToNumber, putMac, putUint16 } from './addresses.ts';
import { buildArp, parseArp } from './arp.ts';
import { internetChecksum } from './checksum.ts';
import { buildEthernet, isBroadcast, isGroupDestination, padFrame, parseEthernet } from './ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from './icmp.ts';
import {
  buildIcmpv6Echo,
  buildNeighbourMessage,
  parseIcmpv6Echo,
  parseNeighbourMessage,
  solicitedNode,
} from './icmpv6.ts';
import { buildIp, parseIp } from './ip.ts';
import { buildIpv4, parseIpv4 } from './ipv4.ts';
import { pseudoHeader } from './pseudo-header.ts';
import { buildUdp, parseUdp } from './udp.ts';
import { decodeTag, encodeTag, isTagged, popTag, pushTag, replaceTag, tagOf } from './vlan-tag.ts';

const mac = fc.maxSafeNat().map((value) => macFromNumber(value % 2 ** 48));
const ipv4 = fc.ipV4();
const octets = fc.uint8Array({ maxLength: 200 });
const uint16 = fc.integer({ min: 0, max: 0xffff });
const tag = fc.record({
  vid: fc.integer({ min: 0, max: 4095 }),
  priority: fc.integer({ min: 0, max: 7 }),
  dropEligible: fc.boolean(),
});

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));

describe('what is built reads back the same', () => {
  test('MAC addresses, as text, octets and number', () => {
    fc.assert(
      fc.property(mac, (address) => {
        const frame = new Uint8Array(8);
        putMac(frame, 2, address);
        expect(macAt(frame, 2)).toBe(address);
        expect(macFromNumber(macNumberAt(frame, 2))).toBe(address);
        expect(macToNumber(address)).toBe(macNumberAt(frame, 2));
      }),
    );
  });

  test('Ethernet', () => {
    fc.assert(
      fc.property(fc.record({ destination: mac, source: mac, etherType: uint16, payload: octets }), (frame) => {
        expect(parseEthernet(buildEthernet(frame))).toEqual(frame);
      }),
    );
  });

  test('tags: pushing and popping gives the frame back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 14, maxLength: 100 }), tag, tag, (frame, first, second) => {
        const tagged = pushTag(frame, encodeTag(first));
        expect(tagOf(tagged)).toEqual(first);
        expect(tagOf(replaceTag(tagged, encodeTag(second)))).toEqual(second);
        expect(popTag(tagged)).toEqual(frame);
        expect(decodeTag(encodeTag(second))).toEqual(second);
      }),
    );
  });

  test('ARP, also with padding behind it', () => {
    const packet = fc.record({
      operation: fc.constantFrom('request' as const, 'reply' as const),
      senderMac: mac,
      senderAddress: ipv4,
      targetMac: mac,
      targetAddress: ipv4,
    });
    fc.assert(
      fc.property(packet, (arp) => {
        const padded = new Uint8Array(46);
        padded.set(buildArp(arp));
        expect(parseArp(padded)).toEqual(arp);
      }),
    );
  });

  test('IPv4 with ICMP echo and with UDP', () => {
    fc.assert(
      fc.property(ipv4, ipv4, uint16, uint16, octets, (source, destination, one, other, content) => {
        const echo = { kind: 'request' as const, identifier: one, sequence: other, content };
        expect(parseIcmpEcho(buildIcmpEcho(echo))).toEqual(echo);
        const datagram = { sourcePort: one, destinationPort: other, content };
        const payload = buildUdp(datagram, source, destination);
        expect(parseUdp(payload, source, destination)).toEqual(datagram);
        const packet = { source, destination, protocol: 17, dscp: 46, timeToLive: 64, payload };
        expect(parseIpv4(padFrame(buildIpv4(packet)))).toEqual(packet);
      }),
    );
  });
});

test('random octets never throw, and what is too short or damaged is refused', () => {
  fc.assert(
    fc.property(octets, (noise) => {
      parseEthernet(noise);
      tagOf(noise);
      parseArp(noise);
      parseIpv4(noise);
      parseIcmpEcho(noise);
      parseUdp(noise, '192.0.2.1', '192.0.2.2');
    }),
    { numRuns: 1000 },
  );
  expect(parseEthernet(new Uint8Array(13))).toBeUndefined();
  expect(parseArp(new Uint8Array(27))).toBeUndefined();
});

test('a single flipped bit in an IPv4 header, an echo or a datagram is noticed', () => {
  const content = bytes('0102030405');
  const datagram = buildUdp({ sourcePort: 5060, destinationPort: 5061, content }, '192.0.2.1', '192.0.2.2');
  const packet = buildIpv4({
    source: '192.0.2.1',
    destination: '192.0.2.2',
    protocol: 17,
    dscp: 0,
    timeToLive: 64,
    payload: datagram,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 159 }), (bit) => {
      const damaged = packet.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(parseIpv4(damaged)).toBeUndefined();
    }),
  );
  const damaged = datagram.slice();
  damaged[10] = (damaged[10] ?? 0) ^ 4;
  expect(parseUdp(damaged, '192.0.2.1', '192.0.2.2')).toBeUndefined();
  expect(parseUdp(datagram, '192.0.2.1', '192.0.2.3')).toBeUndefined();
});

test('the checksum of the example in RFC 1071 section 3', () => {
  expect(internetChecksum(bytes('0001f203f4f5f6f7'))).toBe(~0xddf2 & 0xffff);
});

test('a priority-tagged frame is tagged, a frame of another TPID is not', () => {
  const frame = bytes(`ffffffffffff0200000000018100a0000806${'00'.repeat(46)}`);
  expect(tagOf(frame)).toEqual({ vid: 0, priority: 5, dropEligible: false });
  expect(isTagged(bytes(`ffffffffffff02000000000188a800050806${'00'.repeat(46)}`))).toBe(false);
});

test('group and broadcast destinations', () => {
  const to = (destination: string) =>
    buildEthernet({ destination, source: '02-00-00-00-00-01', etherType: 0x88b5, payload: new Uint8Array(46) });
  expect(isGroupDestination(to('01-00-5E-00-00-01'))).toBe(true);
  expect(isBroadcast(to('01-00-5E-00-00-01'))).toBe(false);
  expect(isBroadcast(to('FF-FF-FF-FF-FF-FF'))).toBe(true);
  expect(isGroupDestination(to('02-00-00-00-00-02'))).toBe(false);
});

describe('IPv6', () => {
  const octets = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const SOLICITATION =
    '6000000000203aff20010db8000000000000000000000001ff0200000000000000000001ff000002' +
    '87001c270000000020010db80000000000000000000000020101020000000001';

  test('a neighbour solicitation is written and read as RFC 4861 has it', () => {
    const source = '2001:db8::1';
    const target = '2001:db8::2';
    const group = solicitedNode(target);
    expect(group).toEqual({ address: 'ff02::1:ff00:2', mac: '33-33-FF-00-00-02' });
    const message = { kind: 'solicitation', target, mac: '02-00-00-00-00-01', solicited: false } as const;
    const payload = buildNeighbourMessage(message, source, group.address);
    const packet = { source, destination: group.address, protocol: 58, dscp: 0, timeToLive: 255, payload };
    const built = buildIp(packet);
    expect(built).toEqual({ etherType: 0x86dd, payload: octets(SOLICITATION) });
    expect(parseIp(0x86dd, built.payload)).toEqual(packet);
    expect(parseNeighbourMessage(payload, source, group.address)).toEqual(message);
    expect(parseNeighbourMessage(payload, source, target)).toBeUndefined();
  });

  test('an option without a length, which could be read for ever, names nobody', () => {
    const message = { kind: 'advertisement', target: '2001:db8::2', mac: undefined, solicited: true } as const;
    const plain = buildNeighbourMessage(message, '2001:db8::2', '2001:db8::1');
    expect(parseNeighbourMessage(plain, '2001:db8::2', '2001:db8::1')).toEqual(message);
    const long = new Uint8Array(32);
    long.set(plain);
    long.fill(0, 2, 4);
    const sum = pseudoHeader('2001:db8::2', '2001:db8::1', 58, 32);
    putUint16(long, 2, internetChecksum(long, sum));
    expect(parseNeighbourMessage(long, '2001:db8::2', '2001:db8::1')?.mac).toBeUndefined();
  });

  test('an echo and a datagram carry a checksum over their addresses', () => {
    const [source, destination] = ['2001:db8::1', '2001:db8::2'];
    const echo = { kind: 'request', identifier: 7, sequence: 9, content: Uint8Array.of(1, 2, 3) } as const;
    const written = buildIcmpv6Echo(echo, source, destination);
    expect(parseIcmpv6Echo(written, source, destination)).toEqual(echo);
    expect(parseIcmpv6Echo(written, source, '2001:db8::3')).toBeUndefined();
    const content = new TextEncoder().encode('hi!');
    const datagram = { sourcePort: 5000, destinationPort: 161, content };
    expect(buildUdp(datagram, source, destination)).toEqual(octets('138800a1000b06d1686921'));
    expect(parseUdp(octets('138800a1000b06d1686921'), source, destination)).toEqual(datagram);
  });

  test('a packet that is shorter than it says is none', () => {
    expect(parseIp(0x86dd, octets(SOLICITATION).subarray(0, -1))).toBeUndefined();
  });
});
