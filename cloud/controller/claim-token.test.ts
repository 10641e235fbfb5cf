import { expect, test } from 'vitest';
import { ClaimTokens } from './claim-token.ts';

const holder = { user: 'ann', tenant: 'own', keyHash: 'a key' };
const NOW = 1_000;
const tokens = new ClaimTokens(Buffer.alloc(32, 1));

test('a token is taken for ten minutes, from the switch that it was made for', () => {
  const token = tokens.make(holder, NOW);
  expect(tokens.read(token, holder.keyHash, NOW + 599_999)).toMatchObject(holder);
  expect(tokens.read(token, holder.keyHash, NOW + 600_000)).toBeUndefined();
  expect(tokens.read(token, 'another key', NOW)).toBeUndefined();
});

test('a token of somebody who does not know the secret is none', () => {
  const foreign = new ClaimTokens(Buffer.alloc(32, 2)).make(holder, NOW);
  const [body = ''] = tokens.make({ ...holder, user: 'mallory' }, NOW).split('.');
  const [, signature = ''] = tokens.make(holder, NOW).split('.');
  for (const forged of [foreign, `${body}.${signature}`, `${body}.`, body, '']) {
    expect(tokens.read(forged, holder.keyHash, NOW)).toBeUndefined();
  }
});
