import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { buildIp } from '../../protocols/frames/ip.ts';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { frameWords } from './frame-words.ts';

const STATIONS = { source: '02-00-00-00-00-02', destination: '02-00-00-00-00-03' } as const;

function ip(protocol: number, payload: readonly number[], version: 4 | 6 = 4): Uint8Array {
  const addresses =
    version === 4 ? { source: '10.0.0.2', destination: '10.0.0.3' } : { source: 'fe80::2', destination: 'fe80::3' };
  const packet = buildIp({ ...addresses, protocol, dscp: 0, timeToLive: 64, payload: Uint8Array.from(payload) });
  return buildEthernet({ ...STATIONS, etherType: packet.etherType, payload: packet.payload });
}

const uint16 = (value: number) => [value >>> 8, value & 0xff];
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const udp = (from: number, to: number, content: readonly number[]) =>
  ip(17, [...uint16(from), ...uint16(to), ...uint16(8 + content.length), 0, 0, ...content]);
const question = [3, ...ascii('nas'), 5, ...ascii('local'), 0, ...uint16(28), ...uint16(1)];
const bpdu = Uint8Array.from([0x42, 0x42, 3, 0, 0, 2, 2, 1, ...zeros(31)]);

const arp = (operation: 'request' | 'reply') =>
  buildEthernet({
    ...STATIONS,
    etherType: EtherType.arp,
    payload: buildArp({
      operation,
      senderMac: STATIONS.source,
      senderAddress: '10.0.0.2',
      targetMac: '00-00-00-00-00-00',
      targetAddress: '10.0.0.3',
    }),
  });

describe('a captured frame in words', () => {
  test.each([
    ['ARP', 'Question for 10.0.0.3 by 10.0.0.2', arp('request')],
    ['ARP', '10.0.0.2 is at 02-00-00-00-00-02', arp('reply')],
    ['ICMP', 'Echo request 7', ip(1, [8, 0, 0, 0, 0, 1, ...uint16(7)])],
    ['ICMP', 'Echo reply 7', ip(1, [0, 0, 0, 0, 0, 1, ...uint16(7)])],
    ['ICMPv6', 'Neighbor solicitation', ip(58, [135, 0, 0, 0, ...zeros(20)], 6)],
    [
      'HTTPS',
      '40000 → 443 [SYN], 0 bytes',
      ip(6, [...uint16(40_000), ...uint16(443), ...zeros(8), 0x50, 2, ...zeros(6)]),
    ],
    ['UDP', '40000 → 9999, 4 bytes', udp(40_000, 9999, zeros(4))],
    ['DNS', 'Question for nas.local AAAA', udp(40_000, 53, [...zeros(4), 0, 1, ...zeros(6), ...question])],
    [
      'DNS',
      'Answer to nas.local AAAA (records: 2)',
      udp(53, 40_000, [0, 0, 0x80, 0, 0, 1, 0, 2, ...zeros(4), ...question]),
    ],
    [
      'DHCP',
      'DHCP Discover of 02-00-00-00-00-02',
      udp(68, 67, [...zeros(28), 2, 0, 0, 0, 0, 2, ...zeros(206), 53, 1, 1, 255]),
    ],
    ['IGMP', 'Joins 239.1.2.3', ip(2, [0x16, 0, 0, 0, 239, 1, 2, 3])],
    ['RSTP', 'BPDU, topology change', buildEthernet({ ...STATIONS, etherType: bpdu.length, payload: bpdu })],
    ['LLDP', 'Neighbor announcement', buildEthernet({ ...STATIONS, etherType: EtherType.lldp, payload: bpdu })],
    ['Ethernet', 'EtherType 0x88b5', buildEthernet({ ...STATIONS, etherType: 0x88b5, payload: bpdu })],
  ])('of %s: %s', (protocol, words, frame) => {
    const said = frameWords(frame);
    expect([said.protocol, wordsOf(said.said)]).toEqual([protocol, words]);
  });

  test('names its VLAN where it has a tag', () => {
    const tagged = pushTag(arp('request'), encodeTag({ vid: 20, priority: 0, dropEligible: false }));
    expect(wordsOf(frameWords(tagged).said)).toBe('VLAN 20: Question for 10.0.0.3 by 10.0.0.2');
  });

  test('is found for whatever arrives, and is bounded', () => {
    const frames = [arp('reply'), udp(5353, 5353, question), ip(6, zeros(20)), ip(58, zeros(24), 6)];
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.uint8Array({ maxLength: 80 }), fc.nat(80), (frame, noise, at) => {
        const damaged = frame.slice(0, Math.max(14, frame.length - at));
        damaged.set(noise.subarray(0, Math.max(0, damaged.length - 12)), Math.min(12, damaged.length));
        expect(wordsOf(frameWords(damaged).said).length).toBeLessThan(256);
      }),
    );
  });
});
