import { createCipheriv, createHash } from 'node:crypto';
import { sameOctets } from '../same-octets.ts';
import { type LocalUser, userNamed } from './local-user.ts';
import { md4 } from './md4.ts';

/** A station's proof of its password (RFC 2759). Octets: challenges 16, response 24. */
export interface MsChapExchange {
  readonly authenticatorChallenge: Uint8Array;
  readonly peerChallenge: Uint8Array;
  /** As the station sent it; a domain in front of a backslash is no part of the proof. */
  readonly name: string;
}

const TO_SIGN = 'Magic server to client signing constant';
const TO_PAD = 'Pad to make it do more than one iteration';

/** The user who answered a challenge, and the switch's reply to a right answer. */
export interface MsChapVerdict {
  /** A name of the list where there is such a user; otherwise the station's word. */
  readonly name: string;
  /**
   * Proof for the station that the switch has the password, too (`authenticatorResponse`); undefined for a wrong
   * answer.
   */
  readonly proof: string | undefined;
}

/** Judges a response by the user's password; the user's name may have a domain in front of it. */
export function judgeMsChap(
  users: readonly LocalUser[],
  exchange: MsChapExchange,
  response: Uint8Array,
): MsChapVerdict {
  const user = userNamed(users, exchange.name) ?? userNamed(users, withoutDomain(exchange.name));
  const password = user?.password ?? '';
  const isRight = sameOctets(ntResponse(exchange, password), response);
  return {
    name: user?.name ?? exchange.name,
    proof: user && isRight ? authenticatorResponse(exchange, password, response) : undefined,
  };
}

/** The name without its domain (RFC 2759 4). */
function withoutDomain(name: string): string {
  return name.slice(name.indexOf('\\') + 1);
}

/** The response of a station that has the password, 24 octets (RFC 2759 8.1, GenerateNTResponse). */
export function ntResponse(exchange: MsChapExchange, password: string): Uint8Array {
  const challenge = challengeHash(exchange);
  const padded = new Uint8Array(21);
  padded.set(passwordHash(password));
  return Uint8Array.from([0, 7, 14].flatMap((at) => [...desEncrypted(challenge, padded.subarray(at, at + 7))]));
}

/**
 * By what the station knows that the switch has its password, too: "S=" and 40 hexadecimal digits (RFC 2759 8.7,
 * GenerateAuthenticatorResponse).
 */
export function authenticatorResponse(exchange: MsChapExchange, password: string, response: Uint8Array): string {
  const signed = createHash('sha1')
    .update(md4(passwordHash(password)))
    .update(response)
    .update(TO_SIGN)
    .digest();
  const digest = createHash('sha1').update(signed).update(challengeHash(exchange)).update(TO_PAD).digest('hex');
  return `S=${digest.toUpperCase()}`;
}

function passwordHash(password: string): Uint8Array {
  return md4(Buffer.from(password, 'utf16le'));
}

function challengeHash({ peerChallenge, authenticatorChallenge, name }: MsChapExchange): Uint8Array {
  const hash = createHash('sha1').update(peerChallenge).update(authenticatorChallenge).update(withoutDomain(name));
  return hash.digest().subarray(0, 8);
}

/** One block by DES; OpenSSL 3 has it only with three keys in a row: three times the same one is single DES. */
function desEncrypted(block: Uint8Array, key: Uint8Array): Uint8Array {
  const whole = withParity(key);
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([whole, whole, whole]), null).setAutoPadding(false);
  return cipher.update(block);
}

/** Seven bits of a key in each octet; DES looks at no parity. */
function withParity(key: Uint8Array): Uint8Array {
  const bits = key.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n);
  return Uint8Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(49 - 7 * index)) & 0x7fn) << 1);
}
