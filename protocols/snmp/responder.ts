import type { Arcs } from './ber.ts';
import { ErrorStatus, type Pdu, PduKind, type SnmpValue, type VarBind } from './pdu.ts';
import type { View } from './vacm.ts';

/** A variable, if there is one; at once where nothing has to be read for it. A promise for each variable is most of a walk's cost. */
export type Found = VarBind | undefined | Promise<VarBind | undefined>;

/** The variables of a device. Names and values are those of the wire. */
export interface Variables {
  /** The value, or `noSuchObject`, `noSuchInstance`. */
  get(name: Arcs): Promise<SnmpValue>;
  /** The next variable in order that the view includes; undefined behind the last one. */
  next(name: Arcs, view: View): Found;
  /** Sets all of them, or none: then which one is the reason, from 1, and why. */
  set(varBinds: readonly VarBind[]): Promise<Failure | undefined>;
}

/** Why a request was not carried out, and for which of its variables, from 1; 0 for none of them. */
export interface Failure {
  readonly status: ErrorStatus;
  readonly index: number;
}

/** The sender, and its access. */
export interface Asking {
  /** A sender of version 1 knows fewer errors, and no 64-bit counters (RFC 3584 section 4). */
  readonly isVersion1: boolean;
  readonly read: View;
  readonly write: View;
  /** Octets that the variables of the response may take. */
  readonly room: number;
}

/** Repetitions of a GetBulk at most: what is asked beyond never fits. */
const REPETITIONS_MAXIMUM = 2048;

/** Answers a request (RFC 3416 section 4.2, RFC 1157 section 4.1). Undefined for what is no request. */
export async function respond(pdu: Pdu, variables: Variables, asking: Asking): Promise<Pdu | undefined> {
  switch (pdu.kind) {
    case PduKind.get:
      return each(pdu, asking, ({ name }) => getOne(name, variables, asking));
    case PduKind.getNext:
      return each(pdu, asking, async ({ name }) => (await nextOf(name, variables, asking)) ?? failedNext(name, asking));
    case PduKind.getBulk:
      return response(pdu, await bulk(pdu, variables, asking));
    case PduKind.set:
      return setAll(pdu, variables, asking);
    default:
      return undefined;
  }
}

/** A response that says what went wrong; the variables are those of the request (RFC 3416 4.2). */
export function failed(pdu: Pdu, { status, index }: Failure, isVersion1: boolean): Pdu {
  const varBinds = status === ErrorStatus.tooBig && !isVersion1 ? [] : pdu.varBinds;
  const errorStatus = isVersion1 ? statusOfVersion1(status) : status;
  return { kind: PduKind.response, requestId: pdu.requestId, errorStatus, errorIndex: index, varBinds };
}

function response({ requestId }: Pdu, varBinds: readonly VarBind[]): Pdu {
  return { kind: PduKind.response, requestId, errorStatus: ErrorStatus.noError, errorIndex: 0, varBinds };
}

async function each(pdu: Pdu, asking: Asking, answer: (asked: VarBind) => Promise<VarBind | undefined>): Promise<Pdu> {
  const varBinds: VarBind[] = [];
  let size = 0;
  for (const [at, asked] of pdu.varBinds.entries()) {
    const found = await answer(asked);
    if (!found) return failed(pdu, { status: ErrorStatus.noSuchName, index: at + 1 }, asking.isVersion1);
    size += sizeOf(found);
    if (size > asking.room) return failed(pdu, { status: ErrorStatus.tooBig, index: 0 }, asking.isVersion1);
    varBinds.push(found);
  }
  return response(pdu, varBinds);
}

async function getOne(name: Arcs, variables: Variables, { read, isVersion1 }: Asking): Promise<VarBind | undefined> {
  const value: SnmpValue = read.includes(name) ? await variables.get(name) : { type: 'noSuchObject' };
  const isAbsent = value.type === 'noSuchObject' || value.type === 'noSuchInstance' || value.type === 'Counter64';
  return isVersion1 && isAbsent ? undefined : { name, value };
}

function nextOf(name: Arcs, variables: Variables, { read, isVersion1 }: Asking): Found {
  const found = variables.next(name, read);
  return isVersion1 ? withoutCounter64(found, variables, read) : found;
}

/** Version 1 knows no such type; the variable is passed over (RFC 3584 4.2.2.1). */
async function withoutCounter64(first: Found, variables: Variables, read: View): Promise<VarBind | undefined> {
  let found = await first;
  while (found?.value.type === 'Counter64') found = await variables.next(found.name, read);
  return found;
}

function failedNext(name: Arcs, { isVersion1 }: Asking): VarBind | undefined {
  return isVersion1 ? undefined : { name, value: { type: 'endOfMibView' } };
}

/** As many variables as have room (RFC 3416 4.2.3). */
async function bulk(pdu: Pdu, variables: Variables, asking: Asking): Promise<readonly VarBind[]> {
  const once = Math.min(Math.max(pdu.errorStatus, 0), pdu.varBinds.length);
  const times = Math.min(Math.max(pdu.errorIndex, 0), REPETITIONS_MAXIMUM);
  const found: VarBind[] = [];
  let size = 0;
  const take = (name: Arcs, next: VarBind | undefined): VarBind | undefined => {
    const varBind: VarBind = next ?? { name, value: { type: 'endOfMibView' } };
    size += sizeOf(varBind);
    if (size > asking.room) return undefined;
    found.push(varBind);
    return varBind;
  };
  for (const { name } of pdu.varBinds.slice(0, once)) {
    if (!take(name, await nextOf(name, variables, asking))) return found;
  }
  let names = pdu.varBinds.slice(once).map(({ name }) => name);
  for (let time = 0; time < times && names.length > 0; time += 1) {
    const next: Arcs[] = [];
    let isOver = true;
    for (const name of names) {
      const after = nextOf(name, variables, asking);
      const varBind = take(name, after instanceof Promise ? await after : after);
      if (!varBind) return found;
      next.push(varBind.name);
      isOver &&= varBind.value.type === 'endOfMibView';
    }
    if (isOver) return found;
    names = next;
  }
  return found;
}

async function setAll(pdu: Pdu, variables: Variables, { write, isVersion1 }: Asking): Promise<Pdu> {
  const forbidden = pdu.varBinds.findIndex(({ name }) => !write.includes(name));
  if (forbidden >= 0) return failed(pdu, { status: ErrorStatus.noAccess, index: forbidden + 1 }, isVersion1);
  const failure = pdu.varBinds.length === 0 ? undefined : await variables.set(pdu.varBinds);
  return failure ? failed(pdu, failure, isVersion1) : response(pdu, pdu.varBinds);
}

/** The error of version 1 for one of version 2 (RFC 3584 4.4). */
function statusOfVersion1(status: ErrorStatus): ErrorStatus {
  switch (status) {
    case ErrorStatus.wrongValue:
    case ErrorStatus.wrongEncoding:
    case ErrorStatus.wrongType:
    case ErrorStatus.wrongLength:
    case ErrorStatus.inconsistentValue:
      return ErrorStatus.badValue;
    case ErrorStatus.noAccess:
    case ErrorStatus.notWritable:
    case ErrorStatus.noCreation:
    case ErrorStatus.inconsistentName:
    case ErrorStatus.authorizationError:
      return ErrorStatus.noSuchName;
    case ErrorStatus.resourceUnavailable:
    case ErrorStatus.commitFailed:
    case ErrorStatus.undoFailed:
      return ErrorStatus.genErr;
    default:
      return status;
  }
}

/** Octets of a variable in BER, at most; never less. */
function sizeOf({ name, value }: VarBind): number {
  return 12 + sizeOfArcs(name) + sizeOfValue(value);
}

function sizeOfValue(value: SnmpValue): number {
  switch (value.type) {
    case 'OctetString':
    case 'Opaque':
    case 'IpAddress':
      return value.value.length;
    case 'ObjectIdentifier':
      return sizeOfArcs(value.value);
    default:
      return 9;
  }
}

function sizeOfArcs(arcs: Arcs): number {
  let size = 0;
  for (const arc of arcs) size += arc < 128 ? 1 : arc < 16_384 ? 2 : arc < 2_097_152 ? 3 : 5;
  return size;
}
