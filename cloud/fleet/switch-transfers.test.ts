import { describe, expect, test } from 'vitest';
import { FILE_PIECE } from '../../protocols/cloud/transfer.ts';
import { type AskSwitch, fileFrom, fileTo } from './switch-transfers.ts';

const WRONG = 'The switch sent an invalid answer.';
const numbered = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251));

describe('a file from a switch', () => {
  /** A switch with these pieces. */
  const read = async (size: number, pieces: readonly Uint8Array[]) => {
    const asked: unknown[] = [];
    const ask: AskSwitch = async (method, params) => {
      asked.push([method, params]);
      return { octets: Buffer.from(pieces[asked.length - 1] ?? []).toString('base64') };
    };
    const octets: Uint8Array[] = [];
    const ready = { id: 'f', size, fileName: 'backup', contentType: 'application/json' };
    for await (const piece of fileFrom(ask, ready)) octets.push(piece);
    return { asked, octets: Buffer.concat(octets) };
  };
  const [one, two] = [Buffer.from('abc'), Buffer.from('de')];

  test('is asked for piece by piece, from where the last one ended', async () => {
    expect(await read(5, [one, two])).toEqual({
      asked: [0, 3].map((at) => ['read', { id: 'f', at }]),
      octets: Buffer.from('abcde'),
    });
    expect((await read(0, [])).asked).toEqual([]);
  });

  test.each([
    ['with nothing in a piece', 5, [one, Buffer.alloc(0)]],
    ['longer than it said', 4, [one, two]],
  ])('%s is refused', async (_what, size, pieces) => {
    await expect(read(size, pieces)).rejects.toThrow(WRONG);
  });
});

describe('a file to a switch', () => {
  const write = async (chunks: readonly Uint8Array[], answer: { written: true } | null = { written: true }) => {
    const asked: { at: unknown; length: number }[] = [];
    const whole: Buffer[] = [];
    const ask: AskSwitch = async (method, { id, at, octets }) => {
      expect([method, id]).toEqual(['write', 'f']);
      const piece = Buffer.from(String(octets), 'base64');
      whole.push(piece);
      asked.push({ at, length: piece.length });
      return answer as Awaited<ReturnType<AskSwitch>>;
    };
    async function* stream() {
      yield* chunks;
    }
    await fileTo(ask, 'f', stream());
    return { asked, octets: Buffer.concat(whole) };
  };

  test.each([
    ['none', [], []],
    ['small ones', [10, 20], [30]],
    ['exactly one whole', [FILE_PIECE], [FILE_PIECE]],
    ['more than two whole', [FILE_PIECE - 1, FILE_PIECE + 2], [FILE_PIECE, FILE_PIECE, 1]],
    ['a long one', [3 * FILE_PIECE + 5], [FILE_PIECE, FILE_PIECE, FILE_PIECE, 5]],
  ])('goes in pieces as long as they may be, whatever it comes in: %s', async (_what, chunks, pieces) => {
    const octets = chunks.map(numbered);
    const sent = await write(octets);
    expect(sent.asked.map(({ length }) => length)).toEqual(pieces);
    expect(sent.asked.map(({ at }) => at)).toEqual(
      pieces.map((_, index) => pieces.slice(0, index).reduce((sum, length) => sum + length, 0)),
    );
    expect(sent.octets.equals(Buffer.concat(octets))).toBe(true);
  });

  test('is given up where the switch answers something else', async () => {
    await expect(write([numbered(3)], null)).rejects.toThrow(WRONG);
  });
});
