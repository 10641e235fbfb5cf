import fc from 'fast-check';
import { putUint16 } from '../../protocols/frames/addresses.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { behindLlc } from './packets.ts';

/** Changes what a frame without a tag is like, and leaves its addresses. */
export type Shape = (untagged: Uint8Array) => Uint8Array;

const ADDRESSES = 12;
const HEADER = 14;

/** LLC in front of the payload: SNAP of RFC 1042 and of bridges (IEEE 802.1H), spanning tree's, NetWare's. */
const LLC = [
  [0xaa, 0xaa, 0x03, 0, 0, 0],
  [0xaa, 0xaa, 0x03, 0, 0, 0],
  [0xaa, 0xaa, 0x03, 0, 0, 0],
  [0xaa, 0xaa, 0x03, 0, 0, 0xf8],
  [0xaa, 0xaa, 0x13, 0, 0, 0],
  [0x42, 0x42, 0x03],
  [0xe0, 0xe0, 0x03],
] as const;

/** The packet of the frame, cut off so many octets behind its IP header; the frame stays as long as it is. */
function cut(left: number, words: number): Shape {
  return (frame) => {
    const shorter = frame.slice();
    const type = ((shorter[ADDRESSES] ?? 0) << 8) | (shorter[ADDRESSES + 1] ?? 0);
    if (type === EtherType.ipv4) {
      shorter[HEADER] = 0x40 | words;
      putUint16(shorter, HEADER + 2, words * 4 + left);
    } else if (type === EtherType.ipv6) putUint16(shorter, HEADER + 4, left);
    return shorter;
  };
}

/** The packet with another version in its first octet than its type says. */
const ofOtherVersion: Shape = (frame) => {
  const changed = frame.slice();
  changed[HEADER] = (changed[HEADER] ?? 0) ^ 0x10;
  return changed;
};

function filledTo(length: number): Shape {
  return (frame) => {
    const longer = new Uint8Array(Math.max(length, frame.length)).fill(0xa5);
    longer.set(frame);
    return longer;
  };
}

/** Rare shapes of frames: LLC, truncated within a header. */
export const randomShape: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Shape>((frame) => frame) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...LLC), fc.constantFrom(undefined, undefined, undefined, 0, 3, 1500, 0x5ff))
      .map(
        ([llc, length]): Shape =>
          (frame) =>
            behindLlc(frame, llc, length),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1, 3, 4, 7, 8, 12, 13, 14, 16, 19, 20), fc.constantFrom(4, 5, 5, 5, 6, 8))
      .map(([left, words]) => cut(left, words)),
  },
  { weight: 1, arbitrary: fc.constant(ofOtherVersion) },
  { weight: 1, arbitrary: fc.constantFrom(1000, 1500, 1506).map(filledTo) },
);

/** Too long for ports that let no jumbo frames pass, for all ports, or as long as they let pass. */
export const randomLongShape: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 8, arbitrary: randomShape },
  { weight: 1, arbitrary: fc.constantFrom(1514, 1515, 1518, 1519, 2000, 9198, 9199).map(filledTo) },
);
