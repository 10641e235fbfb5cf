import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonStream } from './json-stream.ts';

describe('a stream of JSON objects', () => {
  it('gives the objects back however the stream is cut', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
    fc.assert(
      fc.property(
        objects,
        fc.array(fc.nat(40), { minLength: 1 }),
        fc.constantFrom('', ' ', '\n'),
        (values, cuts, gap) => {
          const text = values.map((value) => JSON.stringify(value)).join(gap);
          const stream = new JsonStream();
          const seen: unknown[] = [];
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            const length = 1 + (cuts[turn % cuts.length] ?? 0);
            seen.push(...stream.push(text.slice(at, at + length)));
            at += length;
          }
          expect(seen).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))));
        },
      ),
    );
  });

  it('is not misled by braces and quotes inside of strings', () => {
    const value = { 'a}{"': 'b\\"}' };
    expect(new JsonStream().push(JSON.stringify(value))).toEqual([value]);
  });

  it('refuses what is not JSON', () => {
    expect(() => new JsonStream().push('hello')).toThrow();
    expect(() => new JsonStream().push('}')).toThrow();
    expect(() => new JsonStream().push('{hello}')).toThrow();
  });
});
