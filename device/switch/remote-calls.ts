import { breath } from '../../datapath/breath.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import {
  type BatchCall,
  type BatchRead,
  type ObjectCall,
  type ReadAnswer,
  type RemoteCall,
  SETUP_WIZARD,
  type Values,
} from '../../model/wire/call.ts';
import { readRemoteCall } from '../../model/wire/envelope.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { readRequest } from '../configuration/read-request.ts';
import { Severity } from '../log/log.ts';
import { type Caller, callerName, type Management, type PerformOptions, type Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { AnswerRoom } from './answer-room.ts';
import { failureOf, success } from './answers.ts';
import type { CallSurroundings } from './call-surroundings.ts';
import { isDryRun, tryOut } from './dry-run.ts';
import { answerQuery, type Query, queryOf, rowsOf } from './queries.ts';
import { ResultTexts } from './result-texts.ts';

/** Reads carried out before frames and timers of the switch go first. */
const READS_IN_A_BREATH = 8;

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

/** Whether a parameter that switches something on is there. */
function isSet(parameter: unknown): boolean {
  return parameter === 1 || parameter === '1';
}
