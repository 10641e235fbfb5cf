import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { claimCode } from './claim-code.ts';

it('is the first sixty bits of the hash of the key, in groups that can be read out', () => {
  const key = Buffer.from('a public key');
  const code = claimCode(key);
  expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
  const digits = [...code.replaceAll('-', '')].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 15);
  expect(BigInt(`0b${bits}`).toString(16).padStart(15, '0')).toBe(hash);
});

it('differs for different keys', () => {
  const codes = new Set(Array.from({ length: 1000 }, (_, at) => claimCode(Buffer.from(`key ${at}`))));
  expect(codes.size).toBe(1000);
});
