import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { md5Response } from '../dot1x/testing.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { answerLocally, type LocalConversation } from './local-server.ts';
import { buildEap, EapCode, EapType, parseEap } from './packet.ts';

const users = [{ name: 'ann', password: 'hello' }];
const random = new Uint8Array(16).fill(9);
const identity = (name: string) => buildEap(EapCode.response, 3, EapType.identity, new TextEncoder().encode(name));

/** The challenge to a name, with the conversation that it begins. */
function challenge(name: string): LocalConversation {
  const answer = answerLocally(users, undefined, identity(name), random);
  if (answer.kind !== 'challenge') throw new Error('no challenge');
  return answer.conversation;
}
const answered = (name: string, password: string, over = random) => {
  const conversation = challenge(name);
  const data = md5Response(conversation.identifier, password, over);
  const response = buildEap(EapCode.response, conversation.identifier, EapType.md5Challenge, data);
  return answerLocally(users, conversation, response, random).kind;
};

describe('EAP-MD5 by a list of users (RFC 3748 5.4)', () => {
  test('lets in whoever has the password, and nobody else', () => {
    expect(answered('ann', 'hello')).toBe('accept');
    expect(answered('ann', 'Hello')).toBe('reject');
    expect(answered('ann', 'hello', new Uint8Array(16))).toBe('reject');
  });

  test('challenges names that there are not, too, and lets them in by no password', () => {
    expect(answered('eve', 'hello')).toBe('reject');
    expect(answered('eve', '')).toBe('reject');
  });

  test('refuses another method, another identifier and a beginning without a name', () => {
    const conversation = challenge('ann');
    const nak = buildEap(EapCode.response, conversation.identifier, EapType.nak, Uint8Array.of(25));
    expect(answerLocally(users, conversation, nak, random).kind).toBe('reject');
    const data = md5Response(conversation.identifier, 'hello', random);
    const other = buildEap(EapCode.response, conversation.identifier + 1, EapType.md5Challenge, data);
    expect(answerLocally(users, conversation, other, random).kind).toBe('reject');
    const early = buildEap(EapCode.response, 1, EapType.md5Challenge, data);
    expect(answerLocally(users, undefined, early, random).kind).toBe('reject');
  });
});

test(
  `no octets are taken for a password, and none throw (FACEPLATE_SEED=${seed})`,
  () => {
    const runs = framesToTry(4000);
    const conversation = challenge('ann');
    const data = md5Response(conversation.identifier, 'hello', random);
    const right = buildEap(EapCode.response, conversation.identifier, EapType.md5Challenge, data);
    const changed = fc.tuple(fc.nat(right.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
      const next = right.slice();
      next[at] = (next[at] ?? 0) ^ change;
      return next;
    });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 60 })), (octets) => {
        parseEap(octets);
        expect(answerLocally(users, conversation, octets, random).kind).toBe('reject');
        answerLocally(users, undefined, octets, random);
      }),
      { numRuns: runs, seed },
    );
  },
  patience(framesToTry(4000)),
);
