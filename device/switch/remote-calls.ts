import { breath, inBreaths } from '../../datapath/breath.ts';
import { type Change, changeWords } from '../../model/configuration/change.ts';
import { isConsequence } from '../../model/configuration/dependent-rows.ts';
import { notCarriedOut } from '../../model/configuration/message.ts';
import { type Paging, pageOf } from '../../model/configuration/rows-page.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { ChangeMessage } from '../../model/schema/telling.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { formatPortList } from '../../model/values/port-list.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { asWritten } from '../../model/values/translate.ts';
import {
  type Answer,
  type AnswerError,
  type BatchCall,
  type BatchRead,
  type ObjectCall,
  type ReadAnswer,
  type RemoteCall,
  SETUP_WIZARD,
  type Values,
} from '../../model/wire/call.ts';
import type { DryRunResult, WireChange } from '../../model/wire/dry-run.ts';
import { readRemoteCall } from '../../model/wire/envelope.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type ObjectIndex, objectOf, readPageAsked, readQuery, readRequest } from '../configuration/read-request.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { type Caller, callerName, type Management, type PerformOptions, type Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { ResultTexts } from './result-texts.ts';

/**
 * Maximum number of rows that all reads of one call answer together: four of the largest tables. More would be hundreds
 * of megabytes of one answer.
 */
const ROWS_OF_ANSWER = 65_536;

/** Reads carried out before frames and timers of the switch go first. */
const READS_IN_A_BREATH = 8;

/** Lines of words in a dry run's answer at most. */
const LINES_TOLD = 100;

/** Maximum calls of a dry run that are answered as lines of the command line. */
const COMMANDS_TOLD = 200;

/** Dependencies of answering calls. */
export interface CallSurroundings {
  readonly objects: ObjectIndex;
  readonly management: Management;
  readonly log: LogWriter;
  /** Results formatted by earlier calls; without it nothing is kept. */
  readonly texts?: ResultTexts;
}

/** Reads the call's text. Throws a `Refusal` that says what is wrong with it. */
export function readCall(rpc: string): RemoteCall {
  const reading = readRemoteCall(rpc);
  if (!reading.ok) throw new Refusal(reading.code, reading.message);
  return reading.call;
}

/** Whether the call is a poll that must not keep an idle session alive; one read that is none makes several none. */
export function isPoll(call: RemoteCall): boolean {
  if (call.method === 'BatchPost') return false;
  const asked = call.method === 'BatchGet' ? call.params.reads : [call.params];
  return asked.every(({ WebAuthenRequestState }) => WebAuthenRequestState === 'Disable');
}

/** Throws a `Refusal` where a session may not make a call; it is asked of each call of a batch. */
export type Permit = (call: ObjectCall) => void;

/** Carries a call out and returns its answer as JSON text; throws a `Refusal` where it is refused. */
export async function answerText(
  around: CallSurroundings,
  call: RemoteCall,
  caller: Caller,
  permit?: Permit,
): Promise<string> {
  const texts = around.texts ?? new ResultTexts();
  if (call.method !== 'BatchGet') return texts.answer(await answerCall(around, call, caller, permit), successText);
  const answers = await answerReads({ ...around, texts }, call, caller, permit ?? (() => {}));
  return successText(`[${answers.map((answer) => readText(answer, texts)).join(',')}]`);
}

/** The answer of a successful call whose result is text already. */
function successText(result: string | undefined): string {
  const begin = `{"id":0,"error":${JSON.stringify(success)}`;
  return result === undefined ? `${begin}}` : `${begin},"result":${result}}`;
}

function readText({ error, tag, result }: ReadAnswer, texts: ResultTexts): string {
  const begin = JSON.stringify({ error, tag }).slice(0, -1);
  const text = texts.of(result);
  return text === undefined ? `${begin}}` : `${begin},"result":${text}}`;
}

/** Carries a call out and returns its result; throws a `Refusal` where it is refused. */
export async function answerCall(
  around: CallSurroundings,
  call: RemoteCall,
  caller: Caller,
  permit: Permit = () => {},
): Promise<unknown> {
  if (call.method === 'BatchGet') return answerReads(around, call, caller, permit);
  for (const one of call.method === 'BatchPost' ? call.params.calls : [call]) permit(one);
  if (isDryRun(call)) return tryOut(around, call, caller);
  if (call.method === 'BatchPost') return answerBatch(around, call, caller);
  const [result] = await answerAll(around, [call], { force: isSet(call.params.Force) }, caller);
  return result;
}

async function answerBatch(around: CallSurroundings, { params }: BatchCall, caller: Caller): Promise<unknown[]> {
  const forced = params.Force === 1 || params.calls.some((call) => isSet(call.params.Force));
  const isSetup = params.FuncName.startsWith(SETUP_WIZARD);
  const results = await answerAll(around, params.calls, { force: forced, ...(isSetup && { isSetup }) }, caller);
  if (params.calls.some((call) => call.method !== 'CommonGet')) {
    around.log.write(
      Severity.informational,
      say('{{who}}: batch "{{what}}" applied.', { who: callerName(caller), what: params.FuncName }),
    );
  }
  return results;
}

/**
 * Executes reads, a few in parallel, yielding to frames and timers in between; a refused one does not affect the
 * others.
 */
async function answerReads(
  { objects, management, log, texts = new ResultTexts() }: CallSurroundings,
  { params }: BatchRead,
  caller: Caller,
  permit: Permit,
) {
  const room = new AnswerRoom();
  const answer = async ({ Known, ...read }: ObjectCall['params']): Promise<ReadAnswer> => {
    try {
      permit({ method: 'CommonGet', params: read });
      const result = room.take(await answerQuery(management, queryOf(objects, read), caller));
      if (Known === undefined) return { error: success, result };
      const tag = texts.tag(result);
      return { error: success, tag, ...(tag !== Known && { result }) };
    } catch (error) {
      return { error: failureOf(error, log) };
    }
  };
  const answers: ReadAnswer[] = [];
  for (let at = 0; at < params.reads.length; at += READS_IN_A_BREATH) {
    answers.push(...(await Promise.all(params.reads.slice(at, at + READS_IN_A_BREATH).map(answer))));
    await breath();
  }
  return answers;
}

/** The room left in one answer. */
class AnswerRoom {
  #rows = 0;

  /** Lets a result in that fits; throws a `Refusal` (13) where it does not. `isDone`: changes of the same call are made. */
  take<Result>(result: Result, isDone = false): Result {
    const rows = Array.isArray(result) ? result.length : 0;
    const values = { max: ROWS_OF_ANSWER };
    if (this.#rows + rows > ROWS_OF_ANSWER) {
      const message = isDone
        ? say('The changes are made. One answer has at most {{max}} rows; request the rest separately.', values)
        : say('One answer has at most {{max}} rows; request the rest separately.', values);
      throw new Refusal(ErrorCode.resourceUnavailable, message);
    }
    this.#rows += rows;
    return result;
  }
}

/** In any form of the parameter: a change meant as a dry run is never carried out. */
function isDryRun(call: ObjectCall | BatchCall): boolean {
  const calls = call.method === 'BatchPost' ? call.params.calls : [];
  return [call, ...calls].some(({ params }) => params.DryRun !== undefined);
}

/** The joint result of calls that change something; their questions are not answered. */
async function tryOut(
  { objects, management }: CallSurroundings,
  call: ObjectCall | BatchCall,
  caller: Caller,
): Promise<DryRunResult> {
  const calls = call.method === 'BatchPost' ? call.params.calls : [call];
  const requests = calls.filter(({ method }) => method !== 'CommonGet').map((change) => readRequest(objects, change));
  const { changes, told, loss, unpowered } = await management.tryOut(requests, caller);
  const commands = requests.length <= COMMANDS_TOLD ? await commandsOf(objects, requests) : undefined;
  const own = changes.filter((change) => !isConsequence(change));
  const isProgram = caller.access === 'token';
  const lines = told ?? (isProgram ? await inBreaths(tellingChanges(own)) : undefined);
  return {
    // The changes in words may be thousands, which need no list beside them.
    changes: told ? [] : own.map(wireChange),
    ...(told && { told: told.slice(0, LINES_TOLD) }),
    ...(isProgram && lines && { words: lines.slice(0, LINES_TOLD).map(sentenceOf) }),
    ...(lines && { lines: lines.length }),
    ...(loss && { guard: { reason: loss, ...(isProgram && { message: wordsOf(loss) }) } }),
    ...(unpowered !== undefined && { unpowered: formatPortList(unpowered) }),
    ...(commands && { commands }),
  };
}

/** A line of a change in English: "System name: old → new". */
function sentenceOf(line: ChangeMessage): string {
  const { what, from, to } = changeWords(line, asWritten);
  return from === '' && to === '' ? what : `${what}: ${from || '–'} → ${to || '–'}`;
}

/** Changes as lines of the command line, whose code is loaded with the first. */
async function commandsOf(objects: ObjectIndex, requests: readonly Request[]): Promise<readonly string[] | undefined> {
  const { requestLines } = await import('../command-line/request-lines.ts');
  return requestLines(objects, requests);
}

/** A change by its names, without secrets. */
function wireChange({ object, kind, row, column, from, to }: Change): WireChange {
  const isSecret = (name: string) => object.fields[name]?.access === 'wo';
  const shown = column !== undefined && !isSecret(column);
  return {
    object: object.name,
    kind,
    ...(row && { row: Object.fromEntries(Object.entries(row).filter(([name]) => !isSecret(name))) }),
    ...(column !== undefined && { column }),
    ...(shown && from !== undefined && { from }),
    ...(shown && to !== undefined && { to }),
  };
}

/** Carries calls out together: first whatever changes, all or nothing, then what is asked. */
async function answerAll(
  around: CallSurroundings,
  calls: readonly ObjectCall[],
  options: PerformOptions,
  caller: Caller,
): Promise<unknown[]> {
  const { objects, management } = around;
  const requests = new Map<ObjectCall, Request>();
  const queries = new Map<ObjectCall, Query>();
  for (const call of calls) {
    if (call.method === 'CommonGet') queries.set(call, queryOf(objects, call.params));
    else requests.set(call, readRequest(objects, call));
  }
  const ordered = [...requests.values()];
  const outcomes = ordered.length === 0 ? [] : await management.perform(ordered, caller, options);
  const outcomeOf = new Map(ordered.map((request, at) => [request, outcomes[at]]));
  const tables = new Map<ObjectDeclaration, ReadonlyMap<string, Values>>();
  const results: unknown[] = [];
  const room = new AnswerRoom();
  for (const call of calls) {
    const query = queries.get(call);
    const request = requests.get(call);
    if (query) {
      results.push(room.take(await answerQuery(management, query, caller), requests.size > 0));
      await breath();
    }
    if (!request) continue;
    const outcome = outcomeOf.get(request);
    if (request.kind === 'deleteAll') results.push(outcome?.deleted ?? 0);
    else results.push(await resultOf(management, request, outcome?.index ?? {}, caller, tables, calls.length > 1));
  }
  return results;
}

/** The query of a CommonGet. */
interface Query {
  readonly object: ObjectDeclaration;
  readonly values: Values;
  readonly paging: Paging | undefined;
}

function queryOf(objects: ObjectIndex, params: ObjectCall['params']): Query {
  const object = objectOf(objects, params.Template);
  return { object, values: readQuery(object, params), paging: readPageAsked(object, params) };
}

async function answerQuery(
  management: Management,
  { object, values, paging }: Query,
  caller: Caller,
): Promise<unknown> {
  if (paging && object.shape === 'table' && management.readPage)
    return management.readPage(object, values, paging, caller);
  const read = await management.read(object, values, caller);
  return paging && object.shape === 'table' && isRows(read) ? inBreaths(pageOf(object, read, paging)) : read;
}

/** The object or row as it now is. */
async function resultOf(
  management: Management,
  { object, kind }: Request,
  index: Values,
  caller: Caller,
  tables: Map<ObjectDeclaration, ReadonlyMap<string, Values>>,
  many: boolean,
): Promise<Values> {
  if (object.shape === 'group') return rowsOf(await management.read(object, {}, caller))[0] ?? {};
  if (kind === 'destroy') return index;
  if (!many) return (await presentRow(management, object, index, caller)) ?? index;
  // A batch reads each of its tables once, and not once for every row.
  let rows = tables.get(object);
  if (!rows) {
    rows = new Map(rowsOf(await management.read(object, {}, caller)).map((row) => [rowKey(object, row), row]));
    tables.set(object, rows);
  }
  return rows.get(rowKey(object, index)) ?? index;
}

/** The row with this index; undefined where an operation took it away. */
async function presentRow(
  management: Management,
  object: TableObject,
  index: Values,
  caller: Caller,
): Promise<Values | undefined> {
  try {
    return rowsOf(await management.read(object, index, caller))[0];
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.noSuchName) return undefined;
    throw error;
  }
}

function rowsOf(read: Values | readonly Values[]): readonly Values[] {
  return isRows(read) ? read : [read];
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/** Whether a parameter that switches something on is there. */
function isSet(parameter: unknown): boolean {
  return parameter === 1 || parameter === '1';
}

const success: AnswerError = { code: ErrorCode.success, message: '' };

/** The answer to a call, as JSON text. */
export function formatAnswer(result: unknown): string {
  const answer: Answer = { id: 0, error: success, result };
  return JSON.stringify(answer);
}

/** The answer to a call that failed, as JSON text (see `failureOf`). */
export function formatFailure(error: unknown, log: LogWriter): string {
  const answer: Answer = { id: 0, error: failureOf(error, log) };
  return JSON.stringify(answer);
}

/** Errors other than `Refusal` are the device's own fault: the log gets the message, the caller a general one. */
export function failureOf(error: unknown, log: LogWriter): AnswerError {
  if (error instanceof Refusal) {
    const { code, message, said, place } = error;
    return { code, message, ...said, ...place };
  }
  log.write(Severity.error, say('A call could not be carried out: {{reason}}', { reason: saidBy(error) }));
  return { code: ErrorCode.genErr, message: wordsOf(notCarriedOut), ...notCarriedOut };
}
