import type { LoginOutcome } from './login.ts';
import {
  AuthorizationStatus,
  authorizationBody,
  buildTacacs,
  Flag,
  type LoginKind,
  nextPacket,
  PacketType,
  PRIVILEGE_MAXIMUM,
  readAuthorization,
  type TacacsUser,
  versionOf,
} from './packet.ts';

/** State of the question whether an authenticated user may administer the switch. */
export interface Authorization {
  readonly session: number;
  /** Received octets of an incomplete packet. */
  readonly received: Uint8Array;
  readonly asksSingleConnect: boolean;
}

/** Octets to send, or the outcome. */
export interface AuthorizationStep {
  readonly authorization: Authorization;
  readonly send?: Uint8Array;
  readonly outcome?: LoginOutcome;
  /** Whether the server lets further sessions have the connection. */
  readonly keepsConnection?: boolean;
}

/** A shell, and no single command of one (RFC 8907 8.2). */
const ASKED = ['service=shell', 'cmd='];

/** Asks for a shell. @param session 32 unpredictable bits. */
export function beginAuthorization(
  user: TacacsUser,
  kind: LoginKind,
  session: number,
  key: string,
  asksSingleConnect: boolean,
): AuthorizationStep {
  const authorization = { session, received: new Uint8Array(), asksSingleConnect };
  const body = authorizationBody(kind, user, ASKED);
  if (!body) return { authorization, outcome: 'fail' };
  const flags = asksSingleConnect ? Flag.singleConnect : 0;
  const version = versionOf('ascii');
  const send = buildTacacs({ type: PacketType.authorization, version, sequence: 1, flags, session, body }, key);
  return { authorization, send };
}

/**
 * Processes octets of the server (RFC 8907 6.2). Unreadable ones are an error and no refusal, as for a login; a server
 * that redirects refuses (RFC 8907 10.5.3).
 */
export function continueAuthorization(
  authorization: Authorization,
  octets: Uint8Array,
  key: string,
): AuthorizationStep {
  const next = { ...authorization, received: Uint8Array.from([...authorization.received, ...octets]) };
  const expected = { type: PacketType.authorization, session: authorization.session, sequence: 1 };
  const read = nextPacket(next.received, expected, key);
  if (read === 'tooShort') return { authorization: next };
  const reply = read === 'malformed' ? undefined : readAuthorization(read.packet.body);
  if (read === 'malformed' || !reply) return { authorization: next, outcome: 'error' };
  const keepsConnection = authorization.asksSingleConnect && (read.packet.flags & Flag.singleConnect) !== 0;
  switch (reply.status) {
    case AuthorizationStatus.passAdd:
    case AuthorizationStatus.passReplace: {
      const outcome = reply.arguments.every(isKept) ? 'pass' : 'fail';
      return { authorization: next, outcome, keepsConnection };
    }
    case AuthorizationStatus.fail:
    case AuthorizationStatus.follow:
      return { authorization: next, outcome: 'fail', keepsConnection };
    default:
      return { authorization: next, outcome: 'error' };
  }
}

/**
 * Whether an argument lets somebody be an administrator. One that is mandatory and is not understood refuses (RFC 8907 6.1); a
 * privilege below the highest does in either form, since there are no lesser administrators.
 */
function isKept(argument: string): boolean {
  const [, name = '', sign = '', value = ''] = /^([^=*]*)([=*])(.*)$/s.exec(argument) ?? [];
  if (name === 'priv-lvl') return value === String(PRIVILEGE_MAXIMUM);
  return sign === '*' || ASKED.includes(argument);
}
