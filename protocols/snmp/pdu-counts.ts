import { ErrorStatus, type Pdu, PduKind } from './pdu.ts';

/**
 * Numbers of requests, responses and notifications, by kinds (RFC 1213 snmp group: RFC 3418 no longer needs it, pollers
 * still read it).
 */
export interface PduCounts {
  /** Messages that went out, of whatever kind. */
  sent: number;
  traps: number;
  getRequests: number;
  getNexts: number;
  setRequests: number;
  /** Variables that were read, and set, in answer to requests. */
  variablesRead: number;
  variablesSet: number;
  responses: number;
  tooBigs: number;
  noSuchNames: number;
  badValues: number;
  genErrs: number;
}

/** Counts at their beginning. */
export function newPduCounts(): PduCounts {
  return {
    sent: 0,
    traps: 0,
    getRequests: 0,
    getNexts: 0,
    setRequests: 0,
    variablesRead: 0,
    variablesSet: 0,
    responses: 0,
    tooBigs: 0,
    noSuchNames: 0,
    badValues: 0,
    genErrs: 0,
  };
}

/** Counts a request and its answer. A GetBulk is of no kind of RFC 1213; what it reads counts. */
export function countAnswer(counts: PduCounts, asked: Pdu, answered: Pdu): void {
  counts.responses += 1;
  if (asked.kind === PduKind.get) counts.getRequests += 1;
  if (asked.kind === PduKind.getNext) counts.getNexts += 1;
  if (asked.kind === PduKind.set) counts.setRequests += 1;
  switch (answered.errorStatus) {
    case ErrorStatus.noError:
      if (asked.kind === PduKind.set) counts.variablesSet += answered.varBinds.length;
      else counts.variablesRead += answered.varBinds.length;
      break;
    case ErrorStatus.tooBig:
      counts.tooBigs += 1;
      break;
    case ErrorStatus.noSuchName:
      counts.noSuchNames += 1;
      break;
    case ErrorStatus.badValue:
      counts.badValues += 1;
      break;
    case ErrorStatus.genErr:
      counts.genErrs += 1;
      break;
  }
}
