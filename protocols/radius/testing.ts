import { createHash, createHmac } from 'node:crypto';
import { Attribute, buildRadius, type RadiusAttribute } from './packet.ts';

/** The response of a server with `secret` to a request; `unsigned` leaves the Message-Authenticator out. */
export function answerTo(
  request: Uint8Array,
  code: number,
  attributes: readonly RadiusAttribute[],
  secret: string,
  { unsigned = false } = {},
): Uint8Array {
  const empty = { type: Attribute.messageAuthenticator, value: new Uint8Array(16) };
  const octets = buildRadius({
    code,
    identifier: request[1] ?? 0,
    authenticator: request.subarray(4, 20),
    attributes: unsigned ? attributes : [empty, ...attributes],
  });
  if (!unsigned) octets.set(createHmac('md5', secret).update(octets).digest(), 22);
  octets.set(createHash('md5').update(octets).update(secret).digest(), 4);
  return octets;
}
