import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OctetWriter } from './octet-writer.ts';

it('writes numbers of any width, one after another, however many', () => {
  const number = fc
    .integer({ min: 1, max: 16 })
    .chain((octets) => fc.bigInt(0n, (1n << BigInt(8 * octets)) - 1n).map((value) => ({ value, octets })));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 100 }), (numbers) => {
      const writer = new OctetWriter();
      for (const { value, octets } of numbers) writer.number(value, octets);
      const digits = numbers.map(({ value, octets }) => value.toString(16).padStart(2 * octets, '0')).join('');
      expect(Buffer.from(writer.finish()).toString('hex')).toBe(digits);
    }),
  );
});

it('begins again without a trace of what was written before', () => {
  const writer = new OctetWriter().octets(new Uint8Array(300).fill(0xff)).restart().uint8(1).zeros(2).uint8(3);
  expect([...writer.finish()]).toEqual([1, 0, 0, 3]);
});

it('fills up to eight octets, and corrects a length', () => {
  const writer = new OctetWriter().uint8(1).uint16(0).uint32(7);
  writer.patchUint16(1, 0x1234).octets(Uint8Array.of(9, 9)).pad8(1);
  expect([...writer.finish()]).toEqual([1, 0x12, 0x34, 0, 0, 0, 7, 9, 9]);
  expect([...writer.pad8().finish()]).toEqual([1, 0x12, 0x34, 0, 0, 0, 7, 9, 9, 0, 0, 0, 0, 0, 0, 0]);
});
