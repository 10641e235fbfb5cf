import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CableMessage, CableMessageError, CableReader, encodeMessage } from './cable-message.ts';

const frame = (length: number) => Uint8Array.from({ length }, (_, at) => at & 0xff);

const messages: readonly CableMessage[] = [
  { kind: 'greeting' },
  { kind: 'taken' },
  { kind: 'line', line: { on: true, ability: { speeds: [10, 100, 10_000], duplex: 'full', negotiates: true } } },
  { kind: 'line', line: { on: false, ability: { speeds: [], duplex: 'half', negotiates: false } } },
  { kind: 'frame', frame: frame(14), weight: 1 },
  { kind: 'frame', frame: frame(9216), weight: 65_535 },
];

function read(octets: Uint8Array, piece = octets.length): CableMessage[] {
  const reader = new CableReader();
  const found: CableMessage[] = [];
  for (let at = 0; at < octets.length; at += piece) {
    reader.push(octets.subarray(at, at + piece));
    for (let next = reader.next(); next; next = reader.next()) found.push(next);
  }
  return found;
}

const wire = (kind: number, content: readonly number[]) =>
  Uint8Array.from([kind, content.length >> 8, content.length & 0xff, ...content]);

describe('what goes over a socket that stands for a cable', () => {
  test.each([1, 2, 7, 4096, 1_000_000])('arrives as it was sent, in pieces of %i octets', (piece) => {
    expect(read(Buffer.concat(messages.map(encodeMessage)), piece)).toEqual(messages);
  });

  test('a frame stands for one like it at least, and for 65,535 at most', () => {
    const weights = [0, 0.4, 3.6, 1e9].map((weight) =>
      read(encodeMessage({ kind: 'frame', frame: frame(60), weight })),
    );
    expect(weights.flat().map((message) => message.kind === 'frame' && message.weight)).toEqual([1, 1, 4, 65_535]);
  });

  test.each([
    ['a kind that there is none', wire(9, [])],
    ['another greeting', wire(1, [...Buffer.from('faceplate cable 2')])],
    ['a frame without its addresses', wire(4, [0, 1, ...frame(13)])],
    ['a frame that is longer than any', wire(4, [0, 1, ...frame(9217)])],
    ['a frame that stands for none', wire(4, [0, 0, ...frame(60)])],
    ['a frame without a beginning', wire(4, [0])],
    ['a message that announces too much', Uint8Array.of(4, 0xff, 0xff)],
    ['no speed of a port', wire(3, [7, 0, 0, 0, 0])],
    ['a speed beyond all', wire(3, [7, 0xff, 0, 0, 0])],
    ['half a speed', wire(3, [7, 0, 0])],
    ['a port without anything', wire(3, [])],
    ['flags that there are none', wire(3, [8])],
    ['nine speeds', wire(3, [7, ...Array.from({ length: 9 }, () => [0, 0, 0, 10]).flat()])],
  ])('%s is refused', (_, octets) => {
    expect(() => read(octets)).toThrow(CableMessageError);
  });

  test('whatever comes is messages or is refused', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...messages.map(encodeMessage)),
      fc
        .tuple(fc.integer({ min: 0, max: 5 }), fc.array(fc.nat(255), { maxLength: 40 }))
        .map(([kind, content]) => wire(kind, content)),
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 6 }), fc.integer({ min: 1, max: 50 }), (pieces, size) => {
        try {
          for (const message of read(Buffer.concat(pieces), size)) {
            if (message.kind === 'frame') expect(message.frame.length).toBeGreaterThanOrEqual(14);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(CableMessageError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
