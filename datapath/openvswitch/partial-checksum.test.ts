import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putUint16, uint16At } from '../../protocols/frames/addresses.ts';
import { buildEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { withChecksum } from './partial-checksum.ts';

const SOURCE = '192.0.2.1';
const DESTINATION = '198.51.100.7';
const CHECKSUM_AT = 14 + 20 + 6;
/** Of the addresses above, UDP, and a length of 0. */
const PSEUDO_HEADER = 0xc000 + 0x0201 + 0xc633 + 0x6407 + IpProtocol.udp;

/** A frame with a datagram, its checksum right. */
function datagram(content: Uint8Array): Uint8Array {
  const payload = buildUdp({ sourcePort: 67, destinationPort: 68, content }, SOURCE, DESTINATION);
  return buildEthernet({
    destination: 'FF-FF-FF-FF-FF-FF',
    source: '02-00-00-00-00-01',
    etherType: 0x0800,
    payload: buildIpv4({
      dscp: 0,
      timeToLive: 64,
      protocol: IpProtocol.udp,
      source: SOURCE,
      destination: DESTINATION,
      payload,
    }),
  });
}

/** As a station without a network card leaves it. */
function undone(frame: Uint8Array, length: number): Uint8Array {
  const sum = PSEUDO_HEADER + 8 + length;
  const copy = frame.slice();
  putUint16(copy, CHECKSUM_AT, (sum & 0xffff) + (sum >>> 16));
  return copy;
}

const contents = fc.uint8Array({ maxLength: 300 });

describe('a frame for the agent', () => {
  it('is as received where its checksum is right, absent or wrong', () => {
    fc.assert(
      fc.property(contents, fc.nat(0xffff), (content, checksum) => {
        const frame = datagram(content);
        expect(withChecksum(frame)).toBe(frame);
        const other = frame.slice();
        putUint16(other, CHECKSUM_AT, checksum);
        fc.pre(checksum !== uint16At(undone(frame, content.length), CHECKSUM_AT));
        expect(withChecksum(other)).toBe(other);
      }),
    );
  });

  it('has its checksum completed where the station left it to a card, tagged or not', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const frame = datagram(content);
        expect(withChecksum(undone(frame, content.length))).toEqual(frame);
        expect(withChecksum(pushTag(undone(frame, content.length), 10))).toEqual(pushTag(frame, 10));
      }),
    );
  });

  it('is left alone where it is a fragment, cut short, or no datagram at all', () => {
    const frame = undone(datagram(new Uint8Array(40)), 40);
    const fragment = frame.slice();
    putUint16(fragment, 14 + 6, 0x2000);
    for (const other of [fragment, frame.subarray(0, 50), frame.subarray(0, 20), new Uint8Array(0)]) {
      expect(withChecksum(other)).toBe(other);
    }
  });
});
