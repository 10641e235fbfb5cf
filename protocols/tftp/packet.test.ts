import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { buildTftp, parseTftp, TFTP_BLOCK, type TftpPacket } from './packet.ts';

const octets = (...parts: (number | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])));

describe('a TFTP packet', () => {
  test.each<[TftpPacket, Uint8Array]>([
    [{ kind: 'read', fileName: 'a.cfg' }, octets(0, 1, 'a.cfg', 0, 'octet', 0)],
    [{ kind: 'write', fileName: 'Ä.cfg' }, octets(0, 2, 'Ä.cfg', 0, 'octet', 0)],
    [{ kind: 'data', block: 0x1234, content: octets('abc') }, octets(0, 3, 0x12, 0x34, 'abc')],
    [{ kind: 'acknowledgement', block: 0xfffe }, octets(0, 4, 0xff, 0xfe)],
    [{ kind: 'error', code: 6, message: 'exists' }, octets(0, 5, 0, 6, 'exists', 0)],
  ])('of each kind is as RFC 1350 draws it: $kind', (packet, written) => {
    expect(buildTftp(packet)).toEqual(written);
    expect(parseTftp(written)).toEqual(packet);
  });

  test('carries a block of 512 octets at most', () => {
    const data = (length: number) => octets(0, 3, 0, 1, ...new Uint8Array(length));
    expect(parseTftp(data(TFTP_BLOCK))).toMatchObject({ kind: 'data', block: 1 });
    expect(parseTftp(data(TFTP_BLOCK + 1))).toBeUndefined();
  });

  test('without the zero behind its text is read to its end', () => {
    expect(parseTftp(octets(0, 5, 0, 1, 'gone'))).toEqual({ kind: 'error', code: 1, message: 'gone' });
  });

  test('is nothing else', () => {
    expect(parseTftp(octets(0, 4, 0))).toBeUndefined();
    expect(parseTftp(octets(0, 6, 'blksize', 0))).toBeUndefined();
    expect(parseTftp(octets(0, 0, 'a.cfg', 0))).toBeUndefined();
    expect(parseTftp(octets(0, 1, 0, 'octet', 0))).toBeUndefined();
  });
});

const count = framesToTry(3000);

test(
  `whatever a server answers is a packet that is written as it was understood, or none, seed ${seed}`,
  () => {
    const honest = fc.constantFrom(
      octets(0, 3, 0, 1, 'abc'),
      octets(0, 3, 0, 1, ...new Uint8Array(TFTP_BLOCK)),
      octets(0, 4, 0, 1),
      octets(0, 5, 0, 1, 'File not found', 0),
      octets(0, 6, 'blksize', 0, '1428', 0),
      octets(0, 1, 'a.cfg', 0, 'octet', 0),
    );
    const noise = fc
      .tuple(fc.nat(7), fc.uint8Array({ maxLength: 600 }))
      .map(([kind, rest]) => octets(0, kind, ...rest));
    const change = fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.oneof(honest, noise, fc.uint8Array({ maxLength: 8 })),
        change,
        fc.nat(600),
        (packet, changes, cut) => {
          const damaged = Uint8Array.from(packet);
          for (const [at, octet] of changes) if (at < damaged.length) damaged[at] = octet;
          const heard = parseTftp(damaged.subarray(0, Math.max(cut, 1)));
          if (!heard) return;
          if (heard.kind === 'data') expect(heard.content.length).toBeLessThanOrEqual(TFTP_BLOCK);
          expect(parseTftp(buildTftp(heard))).toEqual(heard);
        },
      ),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
