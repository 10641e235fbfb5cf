import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import {
  FRAGMENT_MAXIMUM,
  type Fragments,
  MESSAGE_MAXIMUM,
  nextFragment,
  noFragments,
  takeFragment,
} from './tls-fragments.ts';

/** All packets of a message. */
function packetsOf(message: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let rest = message; ; ) {
    const next = nextFragment(rest, 0, packets.length === 0);
    packets.push(next.data);
    if (next.rest.length === 0) return packets;
    rest = next.rest;
  }
}

/** How the packets of a station are read: what each of them is, and the message at the end. */
function read(packets: readonly Uint8Array[]): { readonly kinds: string[]; readonly message: Uint8Array | undefined } {
  let fragments: Fragments = noFragments;
  const kinds: string[] = [];
  for (const packet of packets) {
    const reading = takeFragment(fragments, packet, 0);
    kinds.push(reading.kind);
    if (reading.kind === 'message') return { kinds, message: Uint8Array.from(reading.octets) };
    if (reading.kind === 'more') fragments = reading.fragments;
  }
  return { kinds, message: undefined };
}

const withLength = (flags: number, length: number, ...octets: number[]) =>
  Uint8Array.from([
    0x80 | flags,
    length >>> 24,
    (length >>> 16) & 0xff,
    (length >>> 8) & 0xff,
    length & 0xff,
    ...octets,
  ]);
const MORE = 0x40;

test('a message of any size arrives as it was sent, in packets of 1,400 octets at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MESSAGE_MAXIMUM }), (size) => {
      const message = Uint8Array.from({ length: size }, (_, at) => at * 7);
      const packets = packetsOf(message);
      expect(packets).toHaveLength(Math.max(1, Math.ceil(size / FRAGMENT_MAXIMUM)));
      for (const { length } of packets) expect(length + 5).toBeLessThanOrEqual(1400);
      expect(Buffer.compare(read(packets).message ?? new Uint8Array(), message)).toBe(0);
    }),
    { numRuns: 40, seed },
  );
});

describe('a conversation ends at', () => {
  const cases: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['nothing at all', [new Uint8Array()]],
    ['a station that begins', [Uint8Array.of(0x20)]],
    ['another version', [Uint8Array.of(1, 2, 3)]],
    ['half a length', [Uint8Array.of(0x80, 0, 0)]],
    ['a first fragment without a length', [Uint8Array.of(MORE, 1, 2)]],
    ['more octets than a message may have', [withLength(MORE, MESSAGE_MAXIMUM + 1, 1)]],
    ['four gigabytes', [withLength(MORE, 0xffff_ffff, 1)]],
    ['an empty fragment', [withLength(MORE, 10)]],
    ['fewer octets than announced', [withLength(MORE, 4, 1, 2), Uint8Array.of(0, 3)]],
    ['more octets than announced', [withLength(MORE, 4, 1, 2), Uint8Array.of(0, 3, 4, 5)]],
    ['more to come when all is there', [withLength(MORE, 4, 1, 2), Uint8Array.of(MORE, 3, 4)]],
    ['another length on the way', [withLength(MORE, 4, 1, 2), withLength(0, 5, 3, 4)]],
  ];

  test.each(cases)('%s', (_name, packets) => {
    expect(read(packets).kinds.at(-1)).toBe('fault');
  });

  test('an answer while fragments are still to go', () => {
    const { rest } = nextFragment(new Uint8Array(FRAGMENT_MAXIMUM + 1), 0, true);
    const sending = { ...noFragments, outgoing: rest };
    expect(takeFragment(sending, Uint8Array.of(0), 0).kind).toBe('acknowledged');
    expect(takeFragment(sending, Uint8Array.of(0, 1), 0).kind).toBe('fault');
    expect(takeFragment(sending, Uint8Array.of(MORE), 0).kind).toBe('fault');
  });
});

test(
  `no packets are kept beyond the maximum, and none throw (FACEPLATE_SEED=${seed})`,
  () => {
    const packet = fc
      .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 }))
      .map(([flags, octets]) => {
        // Versions are wrong once in a while, so that most packets are read.
        return Uint8Array.from([(flags & 0xf8) | (flags % 17 === 0 ? 1 : 0), ...octets]);
      });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 12 }), (packets) => {
        let fragments: Fragments = noFragments;
        for (const data of packets) {
          const reading = takeFragment(fragments, data, 0);
          fragments = reading.kind === 'more' ? reading.fragments : noFragments;
          expect(fragments.received.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(MESSAGE_MAXIMUM);
        }
      }),
      { numRuns: framesToTry(2000), seed },
    );
  },
  patience(framesToTry(2000)),
);
