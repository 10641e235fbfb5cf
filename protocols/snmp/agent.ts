import { BerError } from './ber.ts';
import {
  type CommunityMessage,
  readMessage,
  readScoped,
  type ScopedPdu,
  type SecureMessage,
  USM,
  Version,
  WrongVersion,
  writeCommunityMessage,
} from './message.ts';
import { arcsOf } from './oid-order.ts';
import { ErrorStatus, type Pdu, PduKind } from './pdu.ts';
import { countAnswer, newPduCounts, type PduCounts } from './pdu-counts.ts';
import { failed, respond, type Variables } from './responder.ts';
import { type AuthoritativeEngine, protect, SecurityLevel, UsmStat, type UsmUser, unprotect } from './usm.ts';
import type { View } from './vacm.ts';

/** The security models of RFC 3411. */
export const SecurityModel = { v1: 1, v2c: 2, usm: 3 } as const;

/** One of the values of `SecurityModel`. */
export type SecurityModel = (typeof SecurityModel)[keyof typeof SecurityModel];

/** The sender of a message, as access is decided by (RFC 3415 3.1). */
export interface Principal {
  readonly model: SecurityModel;
  readonly level: SecurityLevel;
  readonly group: string;
  /** For the log: a community is no secret to who reads that, but is left out of it all the same. */
  readonly shownAs: string;
}

/** Read and write access of a principal. */
export interface Grant {
  readonly read: View;
  readonly write: View;
}

/** Counters (RFC 3418 snmp group, RFC 3412 snmpMPDStats, RFC 3414 usmStats, RFC 3413). */
export interface AgentCounters {
  inPkts: number;
  inBadVersions: number;
  inBadCommunityNames: number;
  inBadCommunityUses: number;
  inAsnParseErrs: number;
  silentDrops: number;
  unknownSecurityModels: number;
  invalidMsgs: number;
  unknownPduHandlers: number;
  unavailableContexts: number;
  readonly pdus: PduCounts;
  /** By `UsmStat`, from 1. */
  readonly usm: number[];
}

/** Counters at their beginning. */
export function newCounters(): AgentCounters {
  return {
    inPkts: 0,
    inBadVersions: 0,
    inBadCommunityNames: 0,
    inBadCommunityUses: 0,
    inAsnParseErrs: 0,
    silentDrops: 0,
    unknownSecurityModels: 0,
    invalidMsgs: 0,
    unknownPduHandlers: 0,
    unavailableContexts: 0,
    pdus: newPduCounts(),
    usm: [0, 0, 0, 0, 0, 0, 0],
  };
}

/** Callbacks of an agent to the owner of users, communities, views and variables. */
export interface AgentSurroundings {
  readonly counters: AgentCounters;
  /** Whether senders that do not authenticate themselves get only answers that reveal nothing. */
  readonly isSuspected: boolean;
  /** This engine, as it is now. */
  engine(): AuthoritativeEngine;
  /** The group of a community for messages from this address; undefined where there is none for it. */
  groupOfCommunity(model: SecurityModel, community: string, source: string): string | undefined;
  user(name: string): UsmUser | undefined;
  groupOfUser(name: string): string | undefined;
  /** A group's access at this level; undefined for none at all (RFC 3415 section 3.2). */
  grant(principal: Principal): Grant | undefined;
  /** Resolves to what is answered from, once it is this request's turn. */
  variables(principal: Principal): Promise<Variables>;
  /** A number that never comes twice while the keys are the same. */
  salt(): bigint;
}

/** Outcome of a message. */
export interface Outcome {
  readonly reply?: Uint8Array;
  /** The sender tried to prove to be somebody, and is not heard as that. */
  readonly isGuess?: true;
}

/** Octets of a response at most: more would be many fragments, of which one lost is all lost. */
const RESPONSE_MAXIMUM = 16_384;

/** Maximum size of a response's envelope: header, names, security parameters. */
const ENVELOPE = 300;

/**
 * Answers one message received from `source` (RFC 3412 section 7, RFC 3584 section 5). Never rejects because of its
 * content; what is not a message, or has no answer, is counted and dropped.
 */
export async function answerMessage(octets: Uint8Array, source: string, around: AgentSurroundings): Promise<Outcome> {
  const { counters } = around;
  counters.inPkts += 1;
  let message: CommunityMessage | SecureMessage;
  try {
    message = readMessage(octets);
  } catch (error) {
    if (error instanceof WrongVersion) counters.inBadVersions += 1;
    else if (error instanceof BerError) counters.inAsnParseErrs += 1;
    else throw error;
    return {};
  }
  const outcome = await (message.version === Version.v3
    ? answerSecure(octets, message, around)
    : answerCommunity(message, source, around));
  if (outcome.reply) counters.pdus.sent += 1;
  return outcome;
}

async function answerCommunity(
  { version, community, pdu }: CommunityMessage,
  source: string,
  around: AgentSurroundings,
): Promise<Outcome> {
  const { counters } = around;
  const model = version === Version.v1 ? SecurityModel.v1 : SecurityModel.v2c;
  const name = Buffer.from(community).toString('utf8');
  const group = around.groupOfCommunity(model, name, source);
  if (group === undefined) {
    counters.inBadCommunityNames += 1;
    return { isGuess: true };
  }
  if (pdu.kind === PduKind.trapV1) return {};
  const isVersion1 = version === Version.v1;
  const principal: Principal = { model, level: SecurityLevel.noAuthNoPriv, group, shownAs: group };
  const answered = await answerPdu(pdu, principal, isVersion1, RESPONSE_MAXIMUM, around);
  if (!answered) return {};
  if (isVersion1 && pdu.kind === PduKind.set && answered.errorStatus === ErrorStatus.noSuchName) {
    counters.inBadCommunityUses += 1;
  }
  return { reply: writeCommunityMessage({ version, community, pdu: answered }) };
}

async function answerSecure(octets: Uint8Array, message: SecureMessage, around: AgentSurroundings): Promise<Outcome> {
  const { counters } = around;
  const { isAuthenticated, isPrivate } = message;
  if (message.securityModel !== USM) {
    counters.unknownSecurityModels += 1;
    return {};
  }
  if (isPrivate && !isAuthenticated) {
    counters.invalidMsgs += 1;
    return {};
  }
  const engine = around.engine();
  const opened = unprotect(octets, message, engine, (name) => around.user(name));
  if ('wrong' in opened) {
    counters.usm[opened.wrong] = (counters.usm[opened.wrong] ?? 0) + 1;
    const isTold = message.isReportable && isSaid(opened.wrong, opened.user, around);
    const reply = isTold ? report(message, engine, opened.wrong, opened.user, around) : undefined;
    return { ...(reply && { reply }), ...(isGuess(opened.wrong) && { isGuess: true }) };
  }
  const { user, level } = opened;
  let scope: ScopedPdu;
  try {
    scope = readScoped(opened.scoped);
  } catch (error) {
    if (!(error instanceof BerError)) throw error;
    counters.inAsnParseErrs += 1;
    return {};
  }
  const { pdu } = scope;
  // Variables of other engines are not here (RFC 3412 7.2.10).
  const isElsewhere = Buffer.compare(scope.contextEngineId, engine.id) !== 0;
  if (isElsewhere || !(pdu.kind === PduKind.set || pdu.kind <= PduKind.getNext || pdu.kind === PduKind.getBulk)) {
    counters.unknownPduHandlers += 1;
    return {};
  }
  const head = { messageId: message.messageId, isReportable: false };
  if (scope.contextName.length > 0) {
    counters.unavailableContexts += 1;
    const said = reportPdu(pdu.requestId, '1.3.6.1.6.3.12.1.4.0', counters.unavailableContexts);
    return message.isReportable
      ? { reply: protect(head, engine, user, level, around.salt(), { ...scope, pdu: said }) }
      : {};
  }
  const group = around.groupOfUser(user.name);
  const principal: Principal = { model: SecurityModel.usm, level, group: group ?? '', shownAs: user.name };
  const room = Math.min(message.maximumSize, RESPONSE_MAXIMUM);
  const answered = await answerPdu(pdu, principal, false, room, around);
  return answered ? { reply: protect(head, engine, user, level, around.salt(), { ...scope, pdu: answered }) } : {};
}

/** Whether a message that is not taken may be an attempt to guess a name or a password. */
function isGuess(wrong: UsmStat): boolean {
  return wrong === UsmStat.unknownUserNames || wrong === UsmStat.wrongDigests;
}

/**
 * Whether the sender is notified why its message was not accepted: a suspected one learns nothing that depends on a
 * password.
 */
function isSaid(wrong: UsmStat, user: UsmUser | undefined, around: AgentSurroundings): boolean {
  if (!around.isSuspected || wrong === UsmStat.unknownEngineIds) return true;
  const isProved = wrong === UsmStat.notInTimeWindows || wrong === UsmStat.decryptionErrors;
  return isProved && user !== undefined;
}

/** Answers a request of somebody who is known, as far as he may. Undefined for what is none. */
async function answerPdu(
  pdu: Pdu,
  principal: Principal,
  isVersion1: boolean,
  room: number,
  around: AgentSurroundings,
): Promise<Pdu | undefined> {
  const grant = around.grant(principal);
  const answered = grant
    ? await respond(pdu, await around.variables(principal), { ...grant, isVersion1, room: room - ENVELOPE })
    : failed(pdu, { status: ErrorStatus.authorizationError, index: 0 }, isVersion1);
  if (answered) countAnswer(around.counters.pdus, pdu, answered);
  return answered;
}

/**
 * Notifies the sender why its message was not accepted, by the counter that it raised (RFC 3414 3.2, RFC 3412 7.1.3).
 */
function report(
  { messageId, scoped, isPrivate }: SecureMessage,
  engine: AuthoritativeEngine,
  wrong: UsmStat,
  user: UsmUser | undefined,
  around: AgentSurroundings,
): Uint8Array {
  // Only a sender that has proved that its time is wrong receives the right one in an authenticated message.
  const isProved = wrong === UsmStat.notInTimeWindows && user?.authentication !== undefined;
  const level = isProved ? SecurityLevel.authNoPriv : SecurityLevel.noAuthNoPriv;
  const pdu = reportPdu(
    isPrivate ? 0 : requestIdIn(scoped),
    `1.3.6.1.6.3.15.1.1.${wrong}.0`,
    around.counters.usm[wrong] ?? 0,
  );
  const scope: ScopedPdu = { contextEngineId: engine.id, contextName: new Uint8Array(0), pdu };
  const sender = isProved && user ? user : { name: user?.name ?? '' };
  return protect({ messageId, isReportable: false }, engine, sender, level, around.salt(), scope);
}

function requestIdIn(scoped: Uint8Array): number {
  try {
    return readScoped(scoped).pdu.requestId;
  } catch {
    return 0;
  }
}

function reportPdu(requestId: number, counter: string, count: number): Pdu {
  const value = { type: 'Counter32', value: count % 2 ** 32 } as const;
  const varBinds = [{ name: arcsOf(counter), value }];
  return { kind: PduKind.report, requestId, errorStatus: 0, errorIndex: 0, varBinds };
}
