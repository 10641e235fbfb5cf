import {
  buildTacacs,
  continueBody,
  Flag,
  type LoginKind,
  nextPacket,
  PacketType,
  ReplyStatus,
  readReply,
  startBody,
  type TacacsUser,
  versionOf,
} from './packet.ts';

/** Outcome of a login: accepted, refused, or no server to decide. */
export type LoginOutcome = 'pass' | 'fail' | 'error';

/** State of a login. */
export interface TacacsLogin {
  readonly user: TacacsUser;
  readonly kind: LoginKind;
  readonly session: number;
  /** Of the last packet that was sent. */
  readonly sequence: number;
  /** Received octets of an incomplete packet. */
  readonly received: Uint8Array;
  readonly asksSingleConnect: boolean;
  /** Prompts that were answered: a server that goes on asking is broken. */
  readonly answers: number;
}

/** Octets to send, or the outcome. */
export interface LoginStep {
  readonly login: TacacsLogin;
  readonly send?: Uint8Array;
  readonly outcome?: LoginOutcome;
  /** Whether the server lets further sessions have the connection. */
  readonly keepsConnection?: boolean;
}

const ANSWERS_MAXIMUM = 4;

/** Begins a login. @param session 32 unpredictable bits. */
export function beginLogin(
  user: TacacsUser,
  kind: LoginKind,
  session: number,
  key: string,
  asksSingleConnect: boolean,
): LoginStep {
  const login = { user, kind, session, sequence: 1, received: new Uint8Array(), asksSingleConnect, answers: 0 };
  const body = startBody(kind, user);
  if (!body) return { login, outcome: 'fail' };
  return { login, send: packet(login, body, key) };
}

/**
 * Processes octets of the server (RFC 8907 5.4). Unreadable ones, because the key differs, are an error and no refusal:
 * the next server is asked then. A server that asks for more than a name and a password is one, too; one that redirects
 * users refuses (RFC 8907 10.5.3).
 */
export function continueLogin(login: TacacsLogin, octets: Uint8Array, key: string): LoginStep {
  const received = Uint8Array.from([...login.received, ...octets]);
  const next = { ...login, received };
  const read = nextPacket(received, { ...login, type: PacketType.authentication }, key);
  if (read === 'tooShort') return { login: next };
  const reply = read === 'malformed' ? undefined : readReply(read.packet.body);
  if (read === 'malformed' || !reply) return { login: next, outcome: 'error' };
  const keepsConnection = login.asksSingleConnect && (read.packet.flags & Flag.singleConnect) !== 0;
  switch (reply.status) {
    case ReplyStatus.pass:
      return { login: next, outcome: 'pass', keepsConnection };
    case ReplyStatus.fail:
    case ReplyStatus.follow:
      return { login: next, outcome: 'fail', keepsConnection };
    case ReplyStatus.getUser:
      return prompted(next, read.rest, login.user.name, key);
    case ReplyStatus.getPassword:
    case ReplyStatus.getData:
      return prompted(next, read.rest, login.user.password, key);
    default:
      return { login: next, outcome: 'error' };
  }
}

function prompted(login: TacacsLogin, received: Uint8Array, text: string, key: string): LoginStep {
  const { answers, kind } = login;
  // Only a dialogue has prompts (RFC 8907 5.4.2.2).
  if (kind !== 'ascii' || answers >= ANSWERS_MAXIMUM) return { login, outcome: 'error' };
  const next = { ...login, received, sequence: login.sequence + 2, answers: answers + 1 };
  return { login: next, send: packet(next, continueBody(text), key) };
}

function packet(
  { kind, session, sequence, asksSingleConnect }: TacacsLogin,
  body: Uint8Array,
  key: string,
): Uint8Array {
  const flags = asksSingleConnect && sequence === 1 ? Flag.singleConnect : 0;
  return buildTacacs(
    { type: PacketType.authentication, version: versionOf(kind), sequence, flags, session, body },
    key,
  );
}
