import { expect, test } from 'vitest';
import { buildEap, EapCode, EapType } from './packet.ts';
import { stepPeap } from './peap.ts';
import { random } from './testing.ts';

const SUCCESS = [0x80, 3, 0, 2, 0, 1];
const FAILURE = [0x80, 3, 0, 2, 0, 2];

test('a station is let in once it agrees that its password was right', () => {
  const isLetIn = (tlvs: readonly number[], isProven = true, code: number = EapCode.response) => {
    const octets = buildEap(code, 1, EapType.extensions, Uint8Array.from(tlvs));
    const step = stepPeap([], { of: 'result', name: 'ann', isProven }, octets, random);
    return step.kind === 'end' && step.isProven;
  };
  expect(isLetIn(SUCCESS)).toBe(true);
  expect(isLetIn([0, 7, 0, 1, 9, ...SUCCESS])).toBe(true);
  expect(isLetIn(SUCCESS, false)).toBe(false);
  expect(isLetIn(SUCCESS, true, EapCode.request)).toBe(false);
  for (const tlvs of [FAILURE, [...FAILURE, ...SUCCESS], [], SUCCESS.slice(0, -1)]) expect(isLetIn(tlvs)).toBe(false);
});

test("a station that does not believe the switch's own proof is refused", () => {
  const result = (...octets: readonly number[]) =>
    stepPeap([], { of: 'success', name: 'ann' }, Uint8Array.from(octets), random);
  expect(result(EapType.msChapV2, 3)).toMatchObject({ state: { isProven: true } });
  for (const octets of [[EapType.msChapV2, 4], [EapType.md5Challenge, 3], [EapType.msChapV2]])
    expect(result(...octets)).toMatchObject({ state: { isProven: false } });
});

test('an answer to the challenge counts only where it says its own length', () => {
  const name = new TextEncoder().encode('ann');
  const answer = (length: number, identifier = 1, size = 49) =>
    Uint8Array.from([
      EapType.msChapV2,
      2,
      identifier,
      length >>> 8,
      length & 0xff,
      size,
      ...new Uint8Array(49),
      ...name,
    ]);
  const of = (octets: Uint8Array) => {
    const step = stepPeap([], { of: 'challenge', challenge: random }, octets, random);
    return step.kind === 'say' && step.state.of;
  };
  // No user has this name: what is well formed is judged, and what is not ends the exchange.
  const own = answer(0).length - 1;
  expect(of(answer(own))).toBe('failure');
  for (const wrong of [
    answer(own - 1),
    answer(own + 1),
    answer(own, 2),
    answer(own, 1, 48),
    answer(own).subarray(0, 54),
  ])
    expect(of(wrong)).toBe('result');
});
