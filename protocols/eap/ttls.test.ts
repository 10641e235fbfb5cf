import { expect, test } from 'vitest';
import { ntResponse } from './ms-chap.ts';
import { avp } from './testing.ts';
import { stepTtls } from './ttls.ts';

const users = [{ name: 'ann', password: 'hello' }];
const text = (words: string) => new TextEncoder().encode(words);
const challenge = Uint8Array.from({ length: 17 }, (_, at) => at);
const peerChallenge = new Uint8Array(16).fill(9);
const MICROSOFT = 311;
const UNKNOWN = 200;

const password = [avp(1, text('ann')), avp(2, text('hello'))];
const step = (attributes: readonly Uint8Array[]) => stepTtls(users, undefined, Buffer.concat(attributes), challenge);

test('a proof is taken for the challenge of its own tunnel only', () => {
  const own = challenge.subarray(0, 16);
  const exchange = { authenticatorChallenge: own, peerChallenge, name: 'ann' };
  const proof = [...peerChallenge, ...new Uint8Array(8), ...ntResponse(exchange, 'hello')];
  const kindOf = (given: Uint8Array, identifier: number) =>
    step([
      avp(1, text('ann')),
      avp(11, given, MICROSOFT),
      avp(25, Uint8Array.from([identifier, 0, ...proof]), MICROSOFT),
    ]).kind;
  expect(kindOf(own, 16)).toBe('say');
  expect(kindOf(own, 17)).toBe('end');
  expect(kindOf(own.with(15, 0), 16)).toBe('end');
  expect(kindOf(own.subarray(0, 15), 16)).toBe('end');
});

test('an attribute that is not known is passed over, unless the station insists on it (RFC 5281 10.1)', () => {
  for (const vendor of [undefined, MICROSOFT, 9]) {
    expect(step([...password, avp(UNKNOWN, text('x'), vendor, 0)])).toMatchObject({ isProven: true });
    expect(step([...password, avp(UNKNOWN, text('x'), vendor)])).toMatchObject({ isProven: false });
  }
});

test('a station that sends more attributes than it needs is refused', () => {
  const others = (count: number) => Array.from({ length: count }, () => avp(UNKNOWN, text('x'), undefined, 0));
  expect(step([...password, ...others(14)])).toMatchObject({ isProven: true });
  expect(step([...password, ...others(15)])).toMatchObject({ isProven: false });
});
