import { type Message, say } from '../../model/values/message.ts';
import { COOKIE_LENGTH, parseSntpReply } from './packet.ts';

/** A request on its way. */
export interface SntpRequest {
  readonly cookie: Uint8Array;
  /** Milliseconds since 1970 by the client's clock when it left. */
  readonly sentAt: number;
}

/** A datagram's statement about the client's clock. */
export type SntpMeasurement =
  | {
      readonly kind: 'time';
      /** Milliseconds to add to the client's clock. */
      readonly offset: number;
      /** Milliseconds that the way there and back took. */
      readonly delay: number;
      readonly stratum: number;
    }
  /** The server does not want to be asked: RATE less often, DENY and RSTR not at all (RFC 4330 section 8). */
  | { readonly kind: 'refused'; readonly code: string }
  /** A reply to this request that cannot be used; one sentence without a full stop. */
  | { readonly kind: 'unusable'; readonly reason: Message };

/**
 * Checks a datagram against the request it should answer (RFC 4330 section 5). Undefined if it answers another one or
 * none; then keep waiting.
 * @param receivedAt milliseconds since 1970 by the client's clock, which must not have been set since the request.
 */
export function measureSntp(request: SntpRequest, octets: Uint8Array, receivedAt: number): SntpMeasurement | undefined {
  const reply = parseSntpReply(octets);
  if (reply?.mode !== 4 || !isSame(reply.cookie, request.cookie)) return undefined;
  if (reply.version < 1 || reply.version > 4) return { kind: 'unusable', reason: say('it uses another version') };
  if (reply.stratum === 0) return { kind: 'refused', code: reply.reference };
  if (reply.stratum > 15 || reply.leap === 3) return { kind: 'unusable', reason: say('its own clock is not set') };
  const delay = receivedAt - request.sentAt - (reply.transmitted - reply.received);
  // The server's clock may be a little coarser than the way is short.
  if (reply.transmitted < reply.received || delay < -1) {
    return { kind: 'unusable', reason: say('its times are inconsistent') };
  }
  const offset = (reply.received - request.sentAt + (reply.transmitted - receivedAt)) / 2;
  return { kind: 'time', offset, delay: Math.max(0, delay), stratum: reply.stratum };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let index = 0; index < COOKIE_LENGTH; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
