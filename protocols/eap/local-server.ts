import { createHash, timingSafeEqual } from 'node:crypto';
import { buildEap, buildEapOutcome, EapCode, EapType, parseEap } from './packet.ts';

/** Who may be let in without a server. */
export interface LocalUser {
  readonly name: string;
  readonly password: string;
}

/** A conversation with one station: what it was asked last. */
export interface LocalConversation {
  readonly identity: Uint8Array;
  readonly challenge: Uint8Array;
  readonly identifier: number;
}

/** What is said to a response. */
export type LocalAnswer =
  | { readonly kind: 'challenge'; readonly eap: Uint8Array; readonly conversation: LocalConversation }
  | { readonly kind: 'accept'; readonly eap: Uint8Array; readonly user: string }
  | { readonly kind: 'reject'; readonly eap: Uint8Array };

const DIGEST = 16;

/**
 * Answers a station's response as a server would, by EAP-MD5 (RFC 3748 5.4), the one method here. Whoever is unknown is
 * challenged like everybody and then refused, so that names are not told apart from passwords.
 * @param conversation undefined at the beginning, where an identity is expected.
 * @param random 16 unpredictable octets.
 */
export function answerLocally(
  users: readonly LocalUser[],
  conversation: LocalConversation | undefined,
  response: Uint8Array,
  random: Uint8Array,
): LocalAnswer {
  const packet = parseEap(response);
  const identifier = packet?.identifier ?? 0;
  const refused: LocalAnswer = { kind: 'reject', eap: buildEapOutcome(EapCode.failure, identifier) };
  if (packet?.code !== EapCode.response) return refused;
  if (!conversation) {
    if (packet.type !== EapType.identity) return refused;
    const next = (identifier + 1) & 0xff;
    const eap = buildEap(EapCode.request, next, EapType.md5Challenge, Uint8Array.from([random.length, ...random]));
    return { kind: 'challenge', eap, conversation: { identity: packet.data, challenge: random, identifier: next } };
  }
  if (packet.type !== EapType.md5Challenge || identifier !== conversation.identifier) return refused;
  const [size = 0, ...rest] = packet.data;
  if (size !== DIGEST || rest.length < DIGEST) return refused;
  const name = new TextDecoder().decode(conversation.identity);
  const user = users.find((one) => one.name === name);
  const expected = createHash('md5')
    .update(Uint8Array.of(identifier))
    .update(user?.password ?? '')
    .update(conversation.challenge)
    .digest();
  const isRight = timingSafeEqual(expected, Uint8Array.from(rest.slice(0, DIGEST)));
  return user && isRight
    ? { kind: 'accept', eap: buildEapOutcome(EapCode.success, identifier), user: user.name }
    : refused;
}
