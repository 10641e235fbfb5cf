import { type AuthenticationProtocol, digestOf, digestPlace, isDigestOf } from './keys.ts';
import { type ScopedPdu, type SecureMessage, USM, writeScoped, writeSecureMessage } from './message.ts';
import { decrypt, encrypt, type PrivacyProtocol } from './privacy.ts';

/** The security levels of RFC 3411; a higher number is more. */
export const SecurityLevel = { noAuthNoPriv: 1, authNoPriv: 2, authPriv: 3 } as const;

/** One of the values of `SecurityLevel`. */
export type SecurityLevel = (typeof SecurityLevel)[keyof typeof SecurityLevel];

/** A user with the keys of one engine (RFC 3414 2.1). */
export interface UsmUser {
  readonly name: string;
  readonly authentication?: { readonly protocol: AuthenticationProtocol; readonly key: Uint8Array };
  /** Only beside `authentication`. */
  readonly privacy?: { readonly protocol: PrivacyProtocol; readonly key: Uint8Array };
}

/** The engine whose time counts for a message: who answers a request, or sends a trap. */
export interface AuthoritativeEngine {
  readonly id: Uint8Array;
  /** Times that it started. */
  readonly boots: number;
  /** Seconds since it did. */
  readonly time: number;
}

/** Counters of USM, by the sub-identifier below usmStats (RFC 3414 section 5). */
export const UsmStat = {
  unsupportedSecLevels: 1,
  notInTimeWindows: 2,
  unknownUserNames: 3,
  unknownEngineIds: 4,
  wrongDigests: 5,
  decryptionErrors: 6,
} as const;

/** One of the values of `UsmStat`. */
export type UsmStat = (typeof UsmStat)[keyof typeof UsmStat];

/** Outcome of a message: authentic, or not accepted, with the reason. */
export type Unprotected =
  | { readonly user: UsmUser; readonly level: SecurityLevel; readonly scoped: Uint8Array }
  | { readonly wrong: UsmStat; readonly user?: UsmUser };

/** Seconds that a message may be late or early (RFC 3414 2.2.3). */
const TIME_WINDOW = 150;

/** At this many boots an engine accepts no message any longer (RFC 3414 2.2.2). */
export const BOOTS_MAXIMUM = 2 ** 31 - 1;

/** The largest message that this engine takes, in octets: what fits into one UDP datagram. */
export const MAXIMUM_SIZE = 65_507;

/** The level that a message is of. */
function levelOf({ isAuthenticated, isPrivate }: Pick<SecureMessage, 'isAuthenticated' | 'isPrivate'>): SecurityLevel {
  if (isPrivate) return SecurityLevel.authPriv;
  return isAuthenticated ? SecurityLevel.authNoPriv : SecurityLevel.noAuthNoPriv;
}

/**
 * Checks a message that came to the authoritative engine, `octets` being the whole of it (RFC 3414 3.2): its user, its digest,
 * its moment, and decrypts it.
 */
export function unprotect(
  octets: Uint8Array,
  message: SecureMessage,
  engine: AuthoritativeEngine,
  userNamed: (name: string) => UsmUser | undefined,
): Unprotected {
  if (Buffer.compare(message.engineId, engine.id) !== 0) return { wrong: UsmStat.unknownEngineIds };
  const opened = open(octets, message, userNamed);
  if ('wrong' in opened || !message.isAuthenticated) return opened;
  const isLate = Math.abs(message.time - engine.time) > TIME_WINDOW;
  if (engine.boots >= BOOTS_MAXIMUM || message.boots !== engine.boots || isLate) {
    return { wrong: UsmStat.notInTimeWindows, user: opened.user };
  }
  return decrypted(message, opened);
}

/**
 * Checks an answer of another engine, which is authoritative (RFC 3414 3.2 for who asked): its user and digest. Its time is what
 * the caller learns from it.
 */
export function unprotectAnswer(
  octets: Uint8Array,
  message: SecureMessage,
  userNamed: (name: string) => UsmUser | undefined,
): Unprotected {
  const opened = open(octets, message, userNamed);
  return 'wrong' in opened ? opened : decrypted(message, opened);
}

function open(
  octets: Uint8Array,
  message: SecureMessage,
  userNamed: (name: string) => UsmUser | undefined,
): Unprotected {
  const user = userNamed(Buffer.from(message.user).toString('utf8'));
  if (!user) return { wrong: UsmStat.unknownUserNames };
  const level = levelOf(message);
  // Nothing is encrypted whose sender is not proved (RFC 3412 7.2.5).
  if (level > levelOfUser(user) || (message.isPrivate && !message.isAuthenticated))
    return { wrong: UsmStat.unsupportedSecLevels, user };
  const { authentication } = user;
  if (message.isAuthenticated && authentication) {
    const { protocol, key } = authentication;
    if (!isDigestOf(protocol, key, octets, message.authentication)) return { wrong: UsmStat.wrongDigests, user };
  }
  return { user, level, scoped: message.scoped };
}

function decrypted(message: SecureMessage, opened: Exclude<Unprotected, { wrong: UsmStat }>): Unprotected {
  const { privacy } = opened.user;
  if (!message.isPrivate || !privacy) return opened;
  const scoped = decrypt(privacy.protocol, privacy.key, message, message.privacy, message.scoped);
  return scoped ? { ...opened, scoped } : { wrong: UsmStat.decryptionErrors, user: opened.user };
}

/** The highest level that a user's keys allow. */
function levelOfUser({ authentication, privacy }: UsmUser): SecurityLevel {
  if (!authentication) return SecurityLevel.noAuthNoPriv;
  return privacy ? SecurityLevel.authPriv : SecurityLevel.authNoPriv;
}

/** Header of a message besides its security. */
export interface MessageHead {
  readonly messageId: number;
  readonly isReportable: boolean;
}

/**
 * A message of a user at a level that his keys allow, of the time of the authoritative engine. `salt` never comes twice
 * under one key.
 */
export function protect(
  { messageId, isReportable }: MessageHead,
  engine: AuthoritativeEngine,
  user: UsmUser,
  level: SecurityLevel,
  salt: bigint,
  scope: ScopedPdu,
): Uint8Array {
  const plain = writeScoped(scope);
  const authentication = level >= SecurityLevel.authNoPriv ? user.authentication : undefined;
  const privacy = level === SecurityLevel.authPriv ? user.privacy : undefined;
  const secret = privacy ? encrypt(privacy.protocol, privacy.key, engine, salt, plain) : undefined;
  const { octets, authenticationAt } = writeSecureMessage({
    messageId,
    maximumSize: MAXIMUM_SIZE,
    isAuthenticated: authentication !== undefined,
    isPrivate: secret !== undefined,
    isReportable,
    securityModel: USM,
    engineId: engine.id,
    boots: engine.boots,
    time: engine.time,
    user: Buffer.from(user.name, 'utf8'),
    authentication: authentication ? digestPlace(authentication.protocol) : new Uint8Array(0),
    privacy: secret?.privacy ?? new Uint8Array(0),
    scoped: secret?.scoped ?? plain,
  });
  if (authentication) octets.set(digestOf(authentication.protocol, authentication.key, octets), authenticationAt);
  return octets;
}
